import { createSecretKey, type KeyObject } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Caller } from '../db/tenancy.ts'
import { digesting } from './digests.ts'
import { mailTokens } from './mail-tokens.ts'
import { passwordLinks } from './password-link-tokens.ts'
import { refreshing } from './refresh-tokens.ts'
import { sealing } from './sealing.ts'
import { links } from './signed-links.ts'
import { keyOf, uuid } from './signing.ts'
import { trailSigning } from './trail-signatures.ts'

/** How long an access token is good for. The session behind it is asked of the database at every call all the same. */
export const accessSeconds = 600

/** Access tokens whose marks need not be made again; a few hundred bytes each. */
const mostRecognised = 10_000

/** What an access token is, and whom it is for: no other token of ours is one, nor would one of another product be. */
const accessType = { typ: 'at+jwt', audience: 'plinth' }

/** The present key for a purpose, then the one before it, where that is known. */
const keysOf = (purpose: string, secret: string, oldSecret?: string): [Buffer, ...Buffer[]] =>
  oldSecret === undefined ? [keyOf(secret, purpose)] : [keyOf(secret, purpose), keyOf(oldSecret, purpose)]

/**
 * Signs and reads tokens and links, and seals what is stored, with keys derived from the installation's secret. What the
 * secret before it signed and sealed can be read too: access tokens and links for as long as the last of them can be good.
 */
export function tokens(secret: string, now: () => number = Date.now, oldSecret?: string) {
  // As objects, which are made ready to sign and verify with but once.
  const accessKeyOf = (of: string) => createSecretKey(keyOf(of, 'access token'))
  const [accessKey, oldAccessKey] = [accessKeyOf(secret), oldSecret === undefined ? undefined : accessKeyOf(oldSecret)]
  const keysFor = (purpose: string) => keysOf(purpose, secret, oldSecret)
  const present = { ...sealing(secret), ...links(secret, now), ...digesting(secret, oldSecret) }
  const old = oldSecret === undefined ? undefined : { ...sealing(oldSecret), ...links(oldSecret, now) }
  const takenOverUntil = now() + accessSeconds * 1000

  const recognised = new Map<string, { caller: Caller; until: number }>()

  return {
    ...present,
    ...refreshing(keysFor('refresh token')),
    ...passwordLinks(secret),
    ...mailTokens(keysFor('mail kind')),
    ...trailSigning(keysFor('audit seal')),
    /** Whether what the secret before this one signed is read, too. */
    readsOld: oldSecret !== undefined,
    /** Undefined for what was altered, is another owner's, or was sealed under a secret that is not known. */
    open: (sealed: Uint8Array, owner: string) => present.open(sealed, owner) ?? old?.open(sealed, owner),
    /** Sealed under the present secret; undefined for what is so already, or cannot be opened. */
    sealAnew(sealed: Uint8Array, owner: string): Buffer | undefined {
      const plain = present.open(sealed, owner) ? undefined : old?.open(sealed, owner)
      return plain && present.seal(plain, owner)
    },
    /** The parts of a link; undefined for one that is not ours, was altered, or is no longer good. */
    readLink: (link: string) => present.readLink(link) ?? (now() < takenOverUntil ? old?.readLink(link) : undefined),
    /** The clock that tokens and codes are judged by, in milliseconds. */
    now,

    signAccess({ tenantId, userId, sessionId }: Caller): Promise<string> {
      const issued = Math.floor(now() / 1000)
      return new SignJWT({ tid: tenantId, sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: accessType.typ })
        .setAudience(accessType.audience)
        .setSubject(userId)
        .setIssuedAt(issued)
        .setExpirationTime(issued + accessSeconds)
        .sign(accessKey)
    },

    /** Undefined for anything but a good, current access token of ours. One that was recognised is known until it expires. */
    async readAccess(token: string): Promise<Caller | undefined> {
      const known = recognised.get(token)
      if (known && now() < known.until) return known.caller
      recognised.delete(token)
      const asked = { ...accessType, algorithms: ['HS256'], currentDate: new Date(now()) }
      const verify = (key: KeyObject) => jwtVerify(token, key, asked).catch(() => undefined)
      const isTakenOver = oldAccessKey && now() < takenOverUntil
      const verified = (await verify(accessKey)) ?? (isTakenOver ? await verify(oldAccessKey) : undefined)
      const { sub, tid, sid, exp = 0 } = verified?.payload ?? {}
      if (![sub, tid, sid].every((value) => typeof value === 'string' && uuid.test(value))) return undefined
      const caller = { userId: String(sub), tenantId: String(tid), sessionId: String(sid) }
      const [oldest] = recognised.keys()
      if (oldest && recognised.size >= mostRecognised) recognised.delete(oldest)
      recognised.set(token, { caller, until: exp * 1000 })
      return caller
    },
  }
}
export type Tokens = ReturnType<typeof tokens>
