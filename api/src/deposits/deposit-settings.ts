import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import * as r from '../kernel/record.ts'

export const about =
  'How a company follows up its deposits: days between contacts, years to sue, interest, and the numbers of its requests.'

const base = '/project/api/deposit-settings'

export const depositSettingFields = {
  /** Days from one contact to the next, starting at the first letter. The last entry repeats. */
  followUpDays: z
    .array(f.whole(1, 365))
    .check(
      z.minLength(1, { error: 'must name at least one pause' }),
      z.maxLength(12, { error: 'must name at most 12 pauses' }),
    ),
  /** Years to sue for a refund (Limitation Act 1963, article 113: three). */
  limitationYears: f.whole(1, 30),
  /** The cost of a year of waiting, in per cent of the open amount. */
  interestPercent: f.percentage,
  /** The prefix of the numbers of refund requests. */
  requestPrefix: f.requiredText(20),
}

/** The label of each field on the screen. */
export const depositSettingLabels = {
  followUpDays: 'Days between contacts',
  limitationYears: 'Years to sue',
  interestPercent: 'Interest % a year',
  requestPrefix: 'Numbers of requests begin with',
} as const satisfies Record<keyof typeof depositSettingFields, string>

export const depositSettings = r.perhapsStored(depositSettingFields)
export type DepositSettings = z.infer<typeof depositSettings>

export const audited = {
  deposit_settings: { record: depositSettings, labels: depositSettingLabels },
}

export const getDepositSettings = endpoint({
  method: 'GET',
  path: base,
  summary: 'The company’s settings for deposits',
  allow: { module: 'Contracts', can: 'canView' },
  response: depositSettings,
})

export const updateDepositSettings = endpoint({
  method: 'PUT',
  path: base,
  summary: 'Change the company’s settings for deposits',
  allow: { module: 'Contracts', can: 'canEdit' },
  body: r.editBody(depositSettingFields),
  response: depositSettings,
})
