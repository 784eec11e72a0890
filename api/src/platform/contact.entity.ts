import { entity } from '../kernel/entity.ts'

/** Messages from visitors. */
export const contact = entity({
  module: 'Tenants',
  lists: ['contact-messages'],
})
