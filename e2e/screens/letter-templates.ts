import { createLetterTemplate, listLetterTemplates } from '@plinth/api/documents/letter-templates'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: [
    '/contracts/letter-templates',
    '/contracts/letter-templates/create',
    '/contracts/letter-templates/:letterTemplate',
    '/contracts/letter-templates/:letterTemplate/edit',
  ],
  async find({ owner }) {
    const [first] = await owner.ok(listLetterTemplates, {})
    return { letterTemplate: first?.id }
  },
  async make({ owner }, name) {
    const body = { kind: 'REFUND_REQUEST', name, subject: name, body: 'Please refund {amount}.' } as const
    return { letterTemplate: (await owner.ok(createLetterTemplate, { body })).id }
  },
  shown: ['/contracts/letter-templates', '/contracts/letter-templates/:letterTemplate'],
  entered: ['/contracts/letter-templates/create', '/contracts/letter-templates/:letterTemplate/edit'],
}
