import { hash, verify } from '@node-rs/argon2'

/** OWASP's least for argon2id (algorithm 2): 19 MiB, two passes. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** A hash of nobody's password: unknown accounts take as long to refuse as known ones. */
const decoy = hashPassword('no account has this password')

/** Whether the password fits; without a hash it takes the same time and is false. */
export async function fitsPassword(stored: string | undefined, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await decoy), password)
  return stored !== undefined && fits
}
