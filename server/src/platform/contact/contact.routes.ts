import * as api from '@plinth/api/platform/contact'
import { lettersNotMailed } from '../../access/password-links/letters.queries.ts'
import type { Routes } from '../../kernel/http/route.ts'
import { mailsNotMailed } from '../../reminders/notification-mail/sending.queries.ts'
import { hour, type Slice, type Surroundings } from '../../slice.ts'
import * as contact from './contact.queries.ts'
import { sweepLetters, sweepMessages } from './retention.queries.ts'

function contactRoutes({ route, publicRoute }: Routes, { onContactMessage }: Surroundings) {
  publicRoute(api.sendEmail, async ({ body }, context) => {
    const stored = await contact.keep(body, context)
    onContactMessage()
    return stored
  })
  route(api.filterContactMessages, ({ body }, { db }) => contact.search(db, body))
  route(api.resendContactMessage, ({ params }, { db }) => contact.resend(db, params.id))
}

export const contactSlice: Slice = {
  routes: contactRoutes,
  queues: (door) => [
    {
      name: 'mail',
      help: 'Messages of visitors and letters about sign-ins that have not been mailed, given up ones among them, and waiting mail about deadlines.',
      measure: async () => {
        const [visitors, people, deadlines] = await Promise.all([
          contact.countUnmailed(door),
          lettersNotMailed(door),
          mailsNotMailed(door),
        ])
        return {
          waiting: visitors.messages + people.letters + deadlines.mails,
          oldest: Math.max(visitors.oldest, people.oldest, deadlines.oldest),
        }
      },
    },
  ],
  sweeps: ({ door, letters }) => [
    { name: 'contact_messages', interval: hour, sweep: (round) => sweepMessages(door, round) },
    { name: 'letters', interval: hour, sweep: (round) => sweepLetters(letters, round) },
  ],
}
