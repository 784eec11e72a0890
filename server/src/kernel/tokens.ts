import { createHmac } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { isSame, links, sealing, sha256, signWith } from './sealing.ts'
import type { Caller } from './tenancy.ts'

/** How long an access token is good for. The session behind it is asked of the database at every call all the same. */
export const accessSeconds = 600

export interface RefreshClaim {
  tenantId: string
  sessionId: string
  /** How often the session had been refreshed when this token was issued. */
  generation: number
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** What is stored of a refresh token. */
export const refreshHash = sha256

/** Signs and reads tokens and links, and seals what is stored, with keys derived from the installation's secret. */
export function tokens(secret: string, now: () => number = Date.now) {
  const accessKey = createHmac('sha256', secret).update('access token').digest()
  const refreshKey = createHmac('sha256', secret).update('refresh token').digest()
  const sign = (claim: string) => signWith(refreshKey, claim)

  return {
    ...sealing(secret),
    ...links(secret, now),
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
  }
}
export type Tokens = ReturnType<typeof tokens>
