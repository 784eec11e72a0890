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

/** How long an access token is valid. Every call still checks its session in the database. */
export const accessSeconds = 600

/** How many verified access tokens are cached, of a few hundred bytes each. */
const mostCached = 10_000

/**
 * Type and audience of an access token, so that no other token of this product, or of another one, is accepted as one.
 */
const accessType = { typ: 'at+jwt', audience: 'plinth' }

/** The present key for a purpose, then the former one, if it is known. */
const keysOf = (purpose: string, secret: string, oldSecret?: string): [Buffer, ...Buffer[]] =>
  oldSecret === undefined ? [keyOf(secret, purpose)] : [keyOf(secret, purpose), keyOf(oldSecret, purpose)]

/**
 * Signs and reads tokens and links, and seals stored data, with keys derived from the installation's secret. It also
 * reads what the former secret signed and sealed: access tokens and links only until the last of them has expired.
 */
export function tokens(secret: string, now: () => number = Date.now, oldSecret?: string) {
  // Key objects, because they are prepared for signing and verifying only once.
  const accessKeyOf = (of: string) => createSecretKey(keyOf(of, 'access token'))
  const [accessKey, oldAccessKey] = [accessKeyOf(secret), oldSecret === undefined ? undefined : accessKeyOf(oldSecret)]
  const keysFor = (purpose: string) => keysOf(purpose, secret, oldSecret)
  const present = { ...sealing(secret), ...links(secret, now), ...digesting(secret, oldSecret) }
  const old = oldSecret === undefined ? undefined : { ...sealing(oldSecret), ...links(oldSecret, now) }
  const takenOverUntil = now() + accessSeconds * 1000

  const verifiedTokens = new Map<string, { caller: Caller; until: number }>()

  return {
    ...present,
    ...refreshing(keysFor('refresh token')),
    ...passwordLinks(secret),
    ...mailTokens(keysFor('mail kind')),
    ...trailSigning(keysFor('audit seal')),
    /** Whether the former secret is known. */
    readsOld: oldSecret !== undefined,
    /** Undefined for data that was altered, belongs to another owner, or was sealed under an unknown secret. */
    open: (sealed: Uint8Array, owner: string) => present.open(sealed, owner) ?? old?.open(sealed, owner),
    /** Seals the data under the present secret; undefined if it is so already, or cannot be opened. */
    sealAnew(sealed: Uint8Array, owner: string): Buffer | undefined {
      const plain = present.open(sealed, owner) ? undefined : old?.open(sealed, owner)
      return plain && present.seal(plain, owner)
    },
    /** The parts of a link; undefined for one that is forged, altered or expired. */
    readLink: (link: string) => present.readLink(link) ?? (now() < takenOverUntil ? old?.readLink(link) : undefined),
    /** The clock for tokens and codes, in milliseconds. */
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

    /**
     * Undefined for anything but a valid, current access token of this product. A verified token is cached until it
     * expires.
     */
    async readAccess(token: string): Promise<Caller | undefined> {
      const known = verifiedTokens.get(token)
      if (known && now() < known.until) return known.caller
      verifiedTokens.delete(token)
      const options = { ...accessType, algorithms: ['HS256'], currentDate: new Date(now()) }
      const verify = (key: KeyObject) => jwtVerify(token, key, options).catch(() => undefined)
      const isTakenOver = oldAccessKey && now() < takenOverUntil
      const verified = (await verify(accessKey)) ?? (isTakenOver ? await verify(oldAccessKey) : undefined)
      const { sub, tid, sid, exp = 0 } = verified?.payload ?? {}
      if (![sub, tid, sid].every((value) => typeof value === 'string' && uuid.test(value))) return undefined
      const caller = { userId: String(sub), tenantId: String(tid), sessionId: String(sid) }
      const [oldest] = verifiedTokens.keys()
      if (oldest && verifiedTokens.size >= mostCached) verifiedTokens.delete(oldest)
      verifiedTokens.set(token, { caller, until: exp * 1000 })
      return caller
    },
  }
}
export type Tokens = ReturnType<typeof tokens>
