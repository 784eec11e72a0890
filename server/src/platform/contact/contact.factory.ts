import type { CallInput } from '@plinth/api/kernel/client'
import { sendEmail } from '@plinth/api/platform/contact'
import { newId } from '../../kernel/testing/databases.ts'
import { newAddress } from '../../kernel/testing/unique.ts'
import type { UpgradeRows } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type MessageBody = CallInput<typeof sendEmail>['body']

/** A message as the contact form would send it. */
export const messageBody = (overrides: Partial<MessageBody> = {}): MessageBody => ({
  name: 'Asha Kulkarni',
  email: 'asha@visitor.example',
  mobile: '+919876543210',
  message: `We build canals and would like to see it. ${newId()}`,
  source: 'contact',
  ...overrides,
})

/** A new address of the internet, for a server that trusts a proxy. */
export const fromSomewhere = () => ({ 'x-forwarded-for': newAddress() })

export const newMessage = (client: Client, overrides: Partial<MessageBody> = {}) =>
  client.ok(sendEmail, { body: messageBody(overrides) }, fromSomewhere())

export const testInputs: TestInputs = {
  make: { 'contact-messages': async ({ operator }) => (await newMessage(operator)).id },
  searched: {
    filterContactMessages: async ({ operator }, key) => {
      const { id } = await newMessage(operator, { email: `${key}@far.example`, message: 'A word about drains' })
      return { id, words: `drains ${key}` }
    },
  },
}

/** Rows for the tables as these migrations created them, for the upgrade test. */
export const upgradeRows: UpgradeRows = {
  '0010_contact.sql': () => `
    insert into contact_messages (name, email, mobile, message) values ('Latha', 'latha@konkan.example', '9812345678', 'Hello');`,
}
