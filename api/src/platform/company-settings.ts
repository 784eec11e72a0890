import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import * as r from '../kernel/record.ts'

export const about = 'The working days of a company, and the hours between which its reminders and mail are sent.'

const base = '/common/api/company-settings'

const once = (error: string) => z.refine<number[]>((numbers) => new Set(numbers).size === numbers.length, { error })

export const companySettingFields = {
  /** Days of the week that are always free, Monday 1 to Sunday 7. */
  weeklyOff: z
    .array(f.whole(1, 7))
    .check(z.maxLength(6, { error: 'must leave a day of work' }), once('must name each day once')),
  /** Saturdays of a month that are free as well, the first 1 to the fifth 5. */
  saturdaysOff: z.array(f.whole(1, 5)).check(once('must name each Saturday once')),
  /** The hours between which reminders are created and mail is sent. */
  dayStartsAt: f.whole(0, 23),
  dayEndsAt: f.whole(1, 24),
}

/** The labels of the fields on the screen. */
export const companySettingLabels = {
  weeklyOff: 'Free every week',
  saturdaysOff: 'Free Saturdays',
  dayStartsAt: 'Reminders from',
  dayEndsAt: 'Reminders until',
} as const satisfies Record<keyof typeof companySettingFields, string>

export const companySettings = r.perhapsStored(companySettingFields)
export type CompanySettings = z.infer<typeof companySettings>

export const audited = {
  company_settings: { record: companySettings, labels: companySettingLabels },
}

export const getCompanySettings = endpoint({
  method: 'GET',
  path: base,
  summary: 'The working days and hours of the company',
  allow: { module: 'Reminders', can: 'canView' },
  response: companySettings,
})

export const updateCompanySettings = endpoint({
  method: 'PUT',
  path: base,
  summary: 'Change the working days and hours of the company',
  allow: { module: 'Reminders', can: 'canEdit' },
  body: r.editBody(companySettingFields),
  response: companySettings,
})
