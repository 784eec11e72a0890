import { createHash, randomBytes } from 'node:crypto'

/** The number of people who can be known in one shared browser. */
const maxPeople = 5
const lifetimeDays = 90

/** Over TLS the cookie has a prefix that guarantees that this host set it. */
const cookieName = (isSecure: boolean) => (isSecure ? '__Host-device' : 'device')

/** The device secrets that a browser sends: one for each person who has signed in with it. */
export function deviceSecrets(cookies: string | undefined, isSecure: boolean): string[] {
  const named = (cookies ?? '').split(/;\s*/).find((cookie) => cookie.startsWith(`${cookieName(isSecure)}=`))
  const secrets = named?.slice(cookieName(isSecure).length + 1).split('.') ?? []
  return secrets.filter((secret) => /^[\w-]{43}$/.test(secret)).slice(0, maxPeople)
}

/** The stored digest of a secret. A secret has 256 random bits, too many to find it from a plain digest. */
export const deviceDigest = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const newDeviceSecret = (): string => randomBytes(32).toString('base64url')

/**
 * The cookie that identifies a browser at its next sign-in. It gives no access by itself, so it may outlive the
 * session.
 */
export const deviceCookie = (secrets: readonly string[], isSecure: boolean): string =>
  [
    `${cookieName(isSecure)}=${secrets.slice(0, maxPeople).join('.')}`,
    'Path=/',
    `Max-Age=${lifetimeDays * 24 * 3600}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')
