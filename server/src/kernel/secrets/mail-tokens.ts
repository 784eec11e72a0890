import { isSame, signWith, uuid } from './signing.ts'

/** The recipient and the kind of a mail. */
export interface MailClaim {
  tenantId: string
  userId: string
  /** The name that its slice gives the kind. */
  kind: string
}

/**
 * Tokens by which the recipient of a mail stops mail of its kind, and can do nothing else. They are signed with the
 * first key and accepted with any.
 */
export function mailTokens(keys: readonly [Buffer, ...Buffer[]]) {
  return {
    signMailKind({ tenantId, userId, kind }: MailClaim): string {
      const claim = `${tenantId}.${userId}.${kind}`
      return `${claim}.${signWith(keys[0], claim)}`
    },

    /** Undefined for a token that this server never made, or made under an unknown secret. */
    readMailKind(token: string): MailClaim | undefined {
      const [tenantId = '', userId = '', kind = '', mac = '', ...more] = token.split('.')
      if (!uuid.test(tenantId) || !uuid.test(userId) || more.length > 0) return undefined
      const isOurs = keys.some((key) => isSame(mac, signWith(key, `${tenantId}.${userId}.${kind}`)))
      return isOurs ? { tenantId, userId, kind } : undefined
    },
  }
}
