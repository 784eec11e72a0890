import { isSame, sha256, signWith, uuid } from './signing.ts'

export interface RefreshClaim {
  tenantId: string
  sessionId: string
  /** How often the session had been refreshed when this token was issued. */
  generation: number
}

/** What is stored of a refresh token. */
export const refreshHash = sha256

/** Refresh tokens, signed with the first of the keys and recognised by any. */
export function refreshing(keys: readonly [Buffer, ...Buffer[]]) {
  return {
    /**
     * The refresh token of a session's generation. It is derived, not drawn: parallel tabs and lost answers are
     * given the same successor, and an old token is recognised as ours when it is replayed. With the hash of one that
     * was given out already, it is that one, whichever key it was signed with.
     */
    signRefresh({ tenantId, sessionId, generation }: RefreshClaim, given?: Buffer): string {
      const claim = `${tenantId}.${sessionId}.${generation}`
      const isGiven = (key: Buffer) => given?.equals(refreshHash(`${claim}.${signWith(key, claim)}`))
      return `${claim}.${signWith((given && keys.find(isGiven)) ?? keys[0], claim)}`
    },

    /** Undefined for a token we never issued. */
    readRefresh(token: string): RefreshClaim | undefined {
      const [tenantId = '', sessionId = '', generation = '', mac = ''] = token.split('.')
      if (!uuid.test(tenantId) || !uuid.test(sessionId) || !/^\d{1,9}$/.test(generation)) return undefined
      const claim = `${tenantId}.${sessionId}.${generation}`
      const isOurs = keys.some((key) => isSame(mac, signWith(key, claim)))
      return isOurs ? { tenantId, sessionId, generation: Number(generation) } : undefined
    },
  }
}
