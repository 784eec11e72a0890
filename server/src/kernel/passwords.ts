import { hash, verify } from '@node-rs/argon2'
import commonPasswords from 'fxa-common-password-list'
import { invalid } from './errors.ts'

/** OWASP's least for argon2id (algorithm 2): 19 MiB, two passes. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Throws 400, naming the field, when the password is one of the tens of thousands that are tried first. */
export function requireUncommon(password: string, path: string): void {
  if (commonPasswords.test(password) || commonPasswords.test(password.toLowerCase()))
    throw invalid([{ path, message: 'is one of the most used passwords: choose another' }])
}

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** A hash of nobody's password: unknown accounts take as long to refuse as known ones. */
const decoy = hashPassword('no account has this password')

/** Whether the password fits; without a hash it takes the same time and is false. */
export async function fitsPassword(stored: string | undefined, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await decoy), password)
  return stored !== undefined && fits
}
