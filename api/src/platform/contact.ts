import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { anyOf, textFilter } from '../kernel/filters.ts'
import { filterBody, page } from '../kernel/paging.ts'
import * as r from '../kernel/record.ts'
import { line, visitorFields } from './contact-form.ts'

export const about = 'Messages of visitors, and whether they were mailed.'

const messageFields = {
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  message: z.string(),
  /** The page the form was on, as that page states it. */
  source: z.nullable(z.string()),
}

export const sendEmail = endpoint({
  method: 'POST',
  path: '/api/common/sendEmail',
  summary:
    'Leave a message for the operators of the installation. It is stored and mailed soon after; the same message within an hour is stored once',
  allow: 'public',
  status: 201,
  body: z.strictObject({ ...visitorFields, source: f.optional(line(100)) }),
  response: z.object({ id: f.id, ...messageFields, createdAt: f.moment }),
})

/** WAITING to be mailed, also again; SENT; FAILED after days of attempts. */
export const contactStates = ['WAITING', 'SENT', 'FAILED'] as const

export const contactMessage = r.stored({
  id: f.id,
  ...messageFields,
  state: z.enum(contactStates),
  /** Attempts to mail it since it was stored or last sent again by hand. */
  attempts: z.int(),
  /** Why the last attempt failed, in one line. */
  lastError: z.nullable(z.string()),
  mailedAt: z.nullable(f.moment),
  /** Only for a waiting message. */
  nextAttemptAt: z.nullable(f.moment),
})
export type ContactMessage = z.infer<typeof contactMessage>

const base = '/common/api/contact-messages'

export const filterContactMessages = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary: 'Search the messages of visitors and see which are not mailed yet',
  allow: { module: 'Tenants', can: 'canView' },
  scope: 'platform',
  body: filterBody(
    {
      /** Words, each anywhere in name, e-mail, mobile number or message. */
      search: textFilter,
      state: anyOf(contactStates),
      name: textFilter,
      email: textFilter,
      mobile: textFilter,
    },
    contactMessage,
  ),
  response: page(contactMessage),
})

export const resendContactMessage = endpoint({
  method: 'POST',
  path: `${base}/:id/resend`,
  summary: 'Mail a message now that is waiting or has failed',
  allow: { module: 'Tenants', can: 'canEdit' },
  scope: 'platform',
  params: f.idParams,
  response: contactMessage,
})
