import * as api from '@plinth/api/reminders/notifications'
import type { Routes } from '../../kernel/http/route.ts'
import { hour, type Slice } from '../../slice.ts'
import { sweepHappenings, waiting } from './happenings.queries.ts'
import * as inbox from './notifications.queries.ts'
import { sweepFirings, sweepWords } from './old-notifications.queries.ts'

function inboxRoutes({ route }: Routes) {
  route(api.filterInbox, ({ body }, { db }) => inbox.search(db, body))
  route(api.countInbox, () => inbox.count())
  route(api.setInboxState, ({ params, body }, { db }) => inbox.setState(db, params.id, body))
  route(api.setInboxStates, ({ body }, { db }) => inbox.setStates(db, body))
}

export const inboxSlice: Slice = {
  routes: inboxRoutes,
  queues: (door) => [
    {
      name: 'happenings',
      help: 'What people did that those whom it concerns are not told yet.',
      measure: async () => {
        const found = await waiting(door)
        return {
          waiting: found.reduce((sum, company) => sum + company.waiting, 0),
          oldest: Math.max(0, ...found.map(({ oldest }) => oldest)),
        }
      },
    },
  ],
  sweeps: ({ door }) => [
    { name: 'notifications', interval: hour, sweep: (round) => sweepWords(door, round) },
    { name: 'reminder_firings', interval: hour, sweep: (round) => sweepFirings(door, round) },
    { name: 'happenings', interval: hour, sweep: (round) => sweepHappenings(door, round) },
  ],
}
