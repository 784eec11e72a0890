import type { WordsOf } from '../kernel/words.ts'
import type * as notificationMail from './notification-mail.ts'

export const notificationMailWords: WordsOf<typeof notificationMail> = {
  parameters: {
    token: 'The secret in the unsubscribe address of a mail.',
  },
}
