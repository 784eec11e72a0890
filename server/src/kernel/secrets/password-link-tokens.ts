import { isSame, keyOf, signWith, uuid } from './signing.ts'

/** A row of `password_links`. */
export interface PasswordLinkClaim {
  tenantId: string
  id: string
}

/** Links to choose a password, each made of its row's id: whoever has the database alone has none. */
export function passwordLinks(secret: string) {
  const key = keyOf(secret, 'password link')
  return {
    signPasswordLink({ tenantId, id }: PasswordLinkClaim): string {
      const claim = `${tenantId}.${id}`
      return `${claim}.${signWith(key, claim)}`
    },

    /** Undefined for one that we never made, or under another secret. */
    readPasswordLink(link: string): PasswordLinkClaim | undefined {
      const [tenantId = '', id = '', mac = ''] = link.split('.')
      if (!uuid.test(tenantId) || !uuid.test(id)) return undefined
      return isSame(mac, signWith(key, `${tenantId}.${id}`)) ? { tenantId, id } : undefined
    },
  }
}
