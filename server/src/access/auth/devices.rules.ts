import { createHash, randomBytes } from 'node:crypto'

/** People who share a browser and are known in it. */
const mostPeople = 5
const days = 90

/** Over TLS it has a prefix: nobody but this very host could have set it. */
const nameOf = (isSecure: boolean) => (isSecure ? '__Host-device' : 'device')

/** What a browser sends of the secrets that it was given, one for each person who has signed in with it. */
export function deviceSecrets(cookies: string | undefined, isSecure: boolean): string[] {
  const named = (cookies ?? '').split(/;\s*/).find((cookie) => cookie.startsWith(`${nameOf(isSecure)}=`))
  const secrets = named?.slice(nameOf(isSecure).length + 1).split('.') ?? []
  return secrets.filter((secret) => /^[\w-]{43}$/.test(secret)).slice(0, mostPeople)
}

/** What is stored of a secret: of 256 random bits a plain digest cannot be searched for. */
export const deviceDigest = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const newDeviceSecret = (): string => randomBytes(32).toString('base64url')

/** The cookie by which a browser is known at its next sign-in. It opens nothing by itself, so that it may outlive the session. */
export const deviceCookie = (secrets: readonly string[], isSecure: boolean): string =>
  [
    `${nameOf(isSecure)}=${secrets.slice(0, mostPeople).join('.')}`,
    'Path=/',
    `Max-Age=${days * 24 * 3600}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')
