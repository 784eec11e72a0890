import type { WordsOf } from '../kernel/words.ts'
import type * as notificationMail from './notification-mail.ts'

export const notificationMailWords: WordsOf<typeof notificationMail> = {
  parameters: {
    token: 'The secret in an address that was answered or mailed: of a calendar, or of a kind of mail that is to stop.',
  },
}
