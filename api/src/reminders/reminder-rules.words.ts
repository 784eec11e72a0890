import type { WordsOf } from '../kernel/words.ts'
import type * as reminderRules from './reminder-rules.ts'

export const reminderRulesWords: WordsOf<typeof reminderRules> = {
  parameters: {
    id: 'The id of the reminder rule.',
  },
  records: {
    reminderRule: {
      examples: { since: '2026-06-15' },
    },
  },
  calls: {
    checkReminderRule: {
      examples: {
        content: [
          {
            onDay: '2026-06-15',
            recordType: 'CONTRACT',
            recordId: '019a3c5e-7b10-7c42-9d1e-5f0a2b6c4d11',
            dueOn: '2026-06-15',
            title: 'Widening and strengthening of Tumakuru ring road',
            number: '2026_BBMP_104217_1',
            contractId: '019a3c5e-7b10-7c42-9d1e-5f0a2b6c4d11',
            people: ['Asha Rao'],
          },
        ],
      },
    },
  },
}
