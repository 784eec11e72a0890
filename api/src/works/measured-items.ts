import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { filterBy } from '../kernel/filters.ts'
import { agreementDirections, agreementRoundings, scheduleItemKinds } from '../money/agreement-choices.ts'
import { signedQuantity } from './measurement-lines.ts'

export const about = 'The agreements that can be measured, and the items of their schedules without rates.'

const ofAgreement = '/payment/api/agreements/:agreementId'
const module = 'Measurement Book'

/** An agreement that work can be measured under: signed and not closed. */
export const measurableAgreement = z.object({
  id: f.id,
  number: z.string(),
  name: z.string(),
  direction: z.enum(agreementDirections),
  partyName: z.string(),
  /** The number of recorded sheets, and the last day measured. */
  sheets: z.int(),
  measuredOn: z.nullable(f.day),
})

export type MeasurableAgreement = z.infer<typeof measurableAgreement>

export const listMeasurableAgreements = endpoint({
  method: 'GET',
  path: '/payment/api/measurements/agreements',
  summary: 'The agreements under which work can be measured, the last measured first',
  allow: { module, can: 'canView' },
  response: z.array(measurableAgreement),
})

/** A section or an item of a schedule, without its rate. */
export const measurableItem = z.object({
  id: f.id,
  parentId: z.nullable(f.id),
  level: z.int(),
  kind: z.enum(scheduleItemKinds),
  itemNo: z.nullable(z.string()),
  description: z.string(),
  unit: z.nullable(z.string()),
  /** The decimals that its lines are rounded to on the requested day, or today. */
  decimals: z.nullable(z.int()),
  /** How a half is rounded, as its agreement says. */
  rounding: z.enum(agreementRoundings),
  agreedQuantity: z.nullable(f.quantity),
  /** The percentage by which the agreed quantity may be exceeded. */
  limitPercent: z.nullable(f.deviation),
  measuredQuantity: signedQuantity,
})
export type MeasurableItem = z.infer<typeof measurableItem>

export const listMeasurableItems = endpoint({
  method: 'GET',
  path: `${ofAgreement}/measurable-items`,
  summary: 'The schedule of an agreement for measuring: without rates, with the measured quantities',
  allow: { module, can: 'canView' },
  params: z.object({ agreementId: f.id }),
  /** The measuring day: units are rounded by the rules of that day. */
  query: z.strictObject({ day: filterBy(f.day) }),
  response: z.array(measurableItem),
})
