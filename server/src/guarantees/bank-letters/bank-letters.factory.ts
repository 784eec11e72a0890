import { checkBankLetter } from '@plinth/api/guarantees/bank-letters'
import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer } from '@plinth/api/kernel/endpoint'
import { newTemplate } from '../../documents/letter-templates/letter-templates.factory.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'
import { newGuarantee } from '../instruments/instruments.factory.ts'

export type LetterBody = CallInput<typeof checkBankLetter>['body']

export const letterAbout = (
  by: Client,
  { id }: { id: string },
  body: LetterBody = {},
): Promise<Answer<typeof checkBankLetter>> => by.ok(checkBankLetter, { params: { id }, body })

/** A template of its own, because other tests change and delete the standard letters of the company. */
const body = (templateId: string | undefined) => ({ kind: 'EXTENSION_TO_BANK', templateId, askedUntil: '2030-03-31' })
const lodgedPath = (graph: Record<string, string>) => ({ id: graph['lodged-guarantees'] })

export const testInputs: TestInputs = {
  make: {
    'lodged-guarantees': async ({ owner }) => (await newGuarantee(owner)).id,
    'extension-templates': async ({ owner }) => {
      const words = { subject: 'Extension of {instrumentNo}', body: 'Kindly extend it until {askedUntil}.' }
      return (await newTemplate(owner, { kind: 'EXTENSION_TO_BANK', ...words })).id
    },
  },
  bodies: {
    checkBankLetter: (graph) => body(graph['extension-templates']),
    downloadBankLetter: (graph) => ({ ...body(graph['extension-templates']), format: 'docx' }),
  },
  paths: { checkBankLetter: lodgedPath, downloadBankLetter: lodgedPath },
}
