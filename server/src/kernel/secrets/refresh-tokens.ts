import { isSame, sha256, signWith, uuid } from './signing.ts'

export interface RefreshClaim {
  tenantId: string
  sessionId: string
  /** How many times the session had been refreshed when this token was issued. */
  generation: number
}

/** The digest that is stored of a refresh token. */
export const refreshHash = sha256

/** Refresh tokens, signed with the first key and accepted with any. */
export function refreshing(keys: readonly [Buffer, ...Buffer[]]) {
  return {
    /**
     * The refresh token of a session's generation. It is derived and not random: parallel tabs and retries after a lost
     * answer get the same successor, and an old token is recognised when it is replayed. With the hash of a token that
     * was issued already, it returns that token, whichever key signed it.
     */
    signRefresh({ tenantId, sessionId, generation }: RefreshClaim, issuedHash?: Buffer): string {
      const claim = `${tenantId}.${sessionId}.${generation}`
      const isIssuedWith = (key: Buffer) => issuedHash?.equals(refreshHash(`${claim}.${signWith(key, claim)}`))
      return `${claim}.${signWith((issuedHash && keys.find(isIssuedWith)) ?? keys[0], claim)}`
    },

    /** Undefined for a token that was never issued. */
    readRefresh(token: string): RefreshClaim | undefined {
      const [tenantId = '', sessionId = '', generation = '', mac = ''] = token.split('.')
      if (!uuid.test(tenantId) || !uuid.test(sessionId) || !/^\d{1,9}$/.test(generation)) return undefined
      const claim = `${tenantId}.${sessionId}.${generation}`
      const isOurs = keys.some((key) => isSame(mac, signWith(key, claim)))
      return isOurs ? { tenantId, sessionId, generation: Number(generation) } : undefined
    },
  }
}
