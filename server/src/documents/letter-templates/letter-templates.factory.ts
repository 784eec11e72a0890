import { createLetterTemplate, type LetterTemplate } from '@plinth/api/documents/letter-templates'
import type { CallInput } from '@plinth/api/kernel/client'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type TemplateBody = CallInput<typeof createLetterTemplate>['body']

/** A short letter as a form would send it. */
export const templateBody = (overrides: Partial<TemplateBody> = {}): TemplateBody => ({
  kind: 'REFUND_REQUEST',
  language: 'en',
  name: 'Short letter',
  subject: 'Refund of {amount}',
  body: 'Kindly refund our deposits:\n\n{deposits}\n\nIn words: {amountInWords}.',
  ...overrides,
})

export const newTemplate = (by: Client, overrides: Partial<TemplateBody> = {}): Promise<LetterTemplate> =>
  by.ok(createLetterTemplate, { body: templateBody(overrides) })

export const testInputs: TestInputs = {
  make: { 'letter-templates': async ({ owner }) => (await newTemplate(owner)).id },
  bodies: { createLetterTemplate: () => templateBody() },
}

/** Rows for the tables as these migrations created them, for the upgrade test. */
export const upgradeRows: UpgradeRows = {
  '0041_letters.sql': () => `
    ${within(company.id)}
    insert into letter_templates (kind, name, subject, body) values ('FOLLOW_UP', 'Sharp', 'Refund of {amount}', '{deposits}');`,
}
