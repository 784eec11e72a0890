import { isSame, signWith, uuid } from './signing.ts'

/** Whose mail of which kind it is. */
export interface MailClaim {
  tenantId: string
  userId: string
  /** As its slice calls it. */
  kind: string
}

/**
 * Tokens by which whom a mail was written to stops mail of its kind, and can do nothing else: signed with the first of the keys, and
 * recognised by any.
 */
export function mailTokens(keys: readonly [Buffer, ...Buffer[]]) {
  return {
    signMailKind({ tenantId, userId, kind }: MailClaim): string {
      const claim = `${tenantId}.${userId}.${kind}`
      return `${claim}.${signWith(keys[0], claim)}`
    },

    /** Undefined for one that we never made, or under a secret that is not known. */
    readMailKind(token: string): MailClaim | undefined {
      const [tenantId = '', userId = '', kind = '', mac = '', ...more] = token.split('.')
      if (!uuid.test(tenantId) || !uuid.test(userId) || more.length > 0) return undefined
      const isOurs = keys.some((key) => isSame(mac, signWith(key, `${tenantId}.${userId}.${kind}`)))
      return isOurs ? { tenantId, userId, kind } : undefined
    },
  }
}
