import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import * as r from '../kernel/record.ts'

export const about =
  'Days on which the company, the banks or both are closed. A deadline on such a day moves to the nearest open day before or after it.'

const base = '/common/api/holidays'

/** Who is closed on a holiday. Business at a bank depends only on the days of banks, everything else on those of the company. */
export const holidayClosures = ['COMPANY_AND_BANKS', 'COMPANY', 'BANKS'] as const

export const holidayFields = { onDay: f.day, name: f.requiredText(200), closed: z.enum(holidayClosures) }

/** The label of each field on the screen. */
export const holidayLabels = { onDay: 'Day', name: 'Name', closed: 'Closed' } as const satisfies Record<
  keyof typeof holidayFields,
  string
>

/** The maximum number of holidays of a company. */
export const maxHolidays = 500

export const holiday = r.stored({ id: f.id, ...holidayFields, ...r.authors })
export type Holiday = z.infer<typeof holiday>

export const holidayInput = r.createBody(holidayFields, { closed: 'COMPANY_AND_BANKS' }, r.namesOf(r.authors))
export const holidayEdit = r.editBody(holidayFields, r.namesOf(r.authors))

export const audited = {
  holidays: { record: holiday, labels: holidayLabels },
}

export const listHolidays = endpoint({
  method: 'GET',
  path: base,
  summary: 'The holidays of the company, by day',
  allow: { module: 'Reminders', can: 'canView' },
  response: z.array(holiday),
})

export const getHoliday = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One holiday',
  allow: { module: 'Reminders', can: 'canView' },
  params: f.idParams,
  response: holiday,
})

export const createHoliday = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create a holiday',
  allow: { module: 'Reminders', can: 'canCreate' },
  status: 201,
  body: holidayInput,
  response: holiday,
})

export const updateHoliday = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a holiday',
  allow: { module: 'Reminders', can: 'canEdit' },
  params: f.idParams,
  body: holidayEdit,
  response: holiday,
})

export const deleteHoliday = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a holiday',
  allow: { module: 'Reminders', can: 'canDelete' },
  params: f.idParams,
})
