import * as api from '@plinth/api/reminders/notifications'
import type { Routes } from '../../kernel/http/route.ts'
import { hour, type Slice } from '../../slice.ts'
import { sweepHappenings, waiting } from './happenings.queries.ts'
import * as notifications from './notifications.queries.ts'
import { sweepFirings, sweepNotifications } from './old-notifications.queries.ts'

function notificationRoutes({ route }: Routes) {
  route(api.filterNotifications, ({ body }, { db }) => notifications.search(db, body))
  route(api.countNotifications, () => notifications.count())
  route(api.setNotificationState, ({ params, body }, { db }) => notifications.setState(db, params.id, body))
  route(api.setNotificationStates, ({ body }, { db }) => notifications.setStates(db, body))
}

export const notificationSlice: Slice = {
  routes: notificationRoutes,
  queues: (door) => [
    {
      name: 'happenings',
      help: 'Events whose notifications have not been sent yet.',
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
    { name: 'notifications', interval: hour, sweep: (round) => sweepNotifications(door, round) },
    { name: 'reminder_firings', interval: hour, sweep: (round) => sweepFirings(door, round) },
    { name: 'happenings', interval: hour, sweep: (round) => sweepHappenings(door, round) },
  ],
}
