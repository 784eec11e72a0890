import type { WordsOf } from '../kernel/words.ts'
import type * as siteChanges from './site-changes.ts'

export const siteChangesWords: WordsOf<typeof siteChanges> = {
  calls: {
    sendSiteChanges: {
      body: {
        changes: [
          {
            kind: 'QUANTITY',
            id: '3f0c8d52-6a1e-4b7d-9c55-2e8f1a7b6c01',
            taskId: '019a3c62-40aa-7b19-8c1d-2f3e4d5c6b01',
            madeAt: '2026-07-02T11:40:00Z',
            quantity: 12.5,
          },
        ],
      },
    },
  },
}
