import { isSame, keyOf, signWith, uuid } from './signing.ts'

/** A row of `password_links`. */
export interface PasswordLinkClaim {
  tenantId: string
  id: string
}

/**
 * Links to choose a password, each derived from its row's id and the secret, so that the database alone yields none.
 */
export function passwordLinks(secret: string) {
  const key = keyOf(secret, 'password link')
  return {
    signPasswordLink({ tenantId, id }: PasswordLinkClaim): string {
      const claim = `${tenantId}.${id}`
      return `${claim}.${signWith(key, claim)}`
    },

    /** Undefined for a link that this server never made, or made under another secret. */
    readPasswordLink(link: string): PasswordLinkClaim | undefined {
      const [tenantId = '', id = '', mac = ''] = link.split('.')
      if (!uuid.test(tenantId) || !uuid.test(id)) return undefined
      return isSame(mac, signWith(key, `${tenantId}.${id}`)) ? { tenantId, id } : undefined
    },
  }
}
