import * as api from '@plinth/api/contact'
import type { Routes } from '../kernel/route.ts'
import * as contact from './contact.queries.ts'

/** `mailNow` is called when there is something new to mail. */
export function contactRoutes({ route, publicRoute }: Routes, mailNow: () => void) {
  publicRoute(api.sendEmail, async ({ body }, context) => {
    const kept = await contact.keep(body, context)
    mailNow()
    return kept
  })
  route(api.filterContactMessages, ({ body }, { db }) => contact.search(db, body))
  route(api.resendContactMessage, ({ params }, { db }) => contact.resend(db, params.id))
}
