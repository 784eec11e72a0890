import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Caller } from './tenancy.ts'

/** How long an access token is good for. The session behind it is asked of the database at every call all the same. */
export const accessSeconds = 600

const linkStep = 300_000

export interface RefreshClaim {
  tenantId: string
  sessionId: string
  /** How often the session had been refreshed when this token was issued. */
  generation: number
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** What is stored of a refresh token. */
export const refreshHash = sha256

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

/** Encrypts what must be read again but not by whoever gets hold of the database alone. */
function sealing(secret: string) {
  const key = createHmac('sha256', secret).update('sealed in the database').digest()

  return {
    /** `owner` is bound in: what was sealed for one person cannot be opened as another's. */
    seal(plain: Uint8Array, owner: string): Buffer {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },

    /** Undefined for what was altered, is another owner's, or was sealed under another secret. */
    open(sealed: Uint8Array, owner: string): Buffer | undefined {
      const nonce = sealed.subarray(0, nonceBytes)
      const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
      try {
        const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
          .setAAD(Buffer.from(owner))
          .setAuthTag(tag)
        return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}

/** Signs and reads both kinds of token, and seals what is stored, with keys derived from the installation's secret. */
export function tokens(secret: string, now: () => number = Date.now) {
  const accessKey = createHmac('sha256', secret).update('access token').digest()
  const refreshKey = createHmac('sha256', secret).update('refresh token').digest()
  const linkKey = createHmac('sha256', secret).update('link').digest()
  const signWith = (key: Buffer, claim: string) => createHmac('sha256', key).update(claim).digest('base64url')
  const sign = (claim: string) => signWith(refreshKey, claim)
  const isSame = (mac: string, expected: string) => timingSafeEqual(sha256(mac), sha256(expected))

  return {
    ...sealing(secret),
    /** The clock that tokens and codes are judged by, in milliseconds. */
    now,

    signAccess({ tenantId, userId, sessionId }: Caller): Promise<string> {
      const issued = Math.floor(now() / 1000)
      return new SignJWT({ tid: tenantId, sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(userId)
        .setIssuedAt(issued)
        .setExpirationTime(issued + accessSeconds)
        .sign(accessKey)
    },

    /** Undefined for anything but a good, current access token of ours. */
    async readAccess(token: string): Promise<Caller | undefined> {
      const verified = await jwtVerify(token, accessKey, { algorithms: ['HS256'], currentDate: new Date(now()) }).catch(
        () => undefined,
      )
      const { sub, tid, sid } = verified?.payload ?? {}
      if (![sub, tid, sid].every((value) => typeof value === 'string' && uuid.test(value))) return undefined
      return { userId: String(sub), tenantId: String(tid), sessionId: String(sid) }
    },

    /**
     * The refresh token of a session's generation. It is derived, not drawn: parallel tabs and lost answers are
     * given the same successor, and an old token is recognised as ours when it is replayed.
     */
    signRefresh({ tenantId, sessionId, generation }: RefreshClaim): string {
      const claim = `${tenantId}.${sessionId}.${generation}`
      return `${claim}.${sign(claim)}`
    },

    /** Undefined for a token we never issued. */
    readRefresh(token: string): RefreshClaim | undefined {
      const [tenantId = '', sessionId = '', generation = '', mac = ''] = token.split('.')
      const expected = sign(`${tenantId}.${sessionId}.${generation}`)
      if (!uuid.test(tenantId) || !uuid.test(sessionId) || !/^\d{1,9}$/.test(generation)) return undefined
      return isSame(mac, expected) ? { tenantId, sessionId, generation: Number(generation) } : undefined
    },

    /**
     * A link for whoever it is given to, good for five to ten minutes: the same one for as long as five, so that a page
     * that asks again need not fetch again what it names. `parts` hold no full stop.
     */
    signLink(parts: readonly string[]): string {
      const claim = [...parts, (Math.ceil(now() / linkStep) + 1) * linkStep].join('.')
      return `${claim}.${signWith(linkKey, claim)}`
    },

    /** The parts of a link; undefined for one that is not ours, was altered, or is no longer good. */
    readLink(link: string): string[] | undefined {
      const parts = link.split('.')
      const mac = parts.pop() ?? ''
      if (!isSame(mac, signWith(linkKey, parts.join('.')))) return undefined
      return Number(parts.pop()) > now() ? parts : undefined
    },
  }
}
export type Tokens = ReturnType<typeof tokens>
