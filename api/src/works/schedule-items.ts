import * as z from 'zod/mini'
import { add, type Decimal, decimal, multiply, numberOf, percentage, round, zero } from '../kernel/decimal.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import * as r from '../kernel/record.ts'
import { type ScheduleItemKind, scheduleItemKinds } from '../money/agreement-choices.ts'

export const about =
  'The schedules of quantities of agreements: sections and items, with their numbers, rates and agreed quantities.'

const ofAgreement = '/payment/api/agreements/:agreementId/schedule-items'
const base = '/payment/api/schedule-items'
const module = 'Payments'

/** How many levels a schedule may have, items included. */
export const maxScheduleDepth = 8

/** The usual units of schedules, as they are stored; any other unit is stored as typed. */
export const usualUnits = [
  'm',
  'sqm',
  'cum',
  'kg',
  'quintal',
  't',
  'no',
  'hour',
  'day',
  'LS',
  'km',
  'litre',
  'hectare',
  'set',
  'pair',
  'bag',
  'point',
  'month',
] as const

/** The most characters of a description. */
export const maxDescriptionLength = 8000

export const scheduleItemFields = {
  /** A section may lack a number, as printed titles do. */
  itemNo: f.optional(f.requiredText(40)),
  /** The number in the department's schedule of rates. */
  sorCode: f.optional(f.text(60)),
  description: f.requiredText(maxDescriptionLength),
  unit: f.optional(f.text(20)),
  quantity: f.optional(f.quantity),
  /** Rupees per unit, with at most four decimals; null while it is unknown. */
  rate: f.optional(f.rate),
  /** Whether the tender percentage applies to its amount. */
  percentageApplies: z.boolean(),
  /** The percentage by which the agreed quantity may be exceeded at the same rate. */
  limitPercent: f.optional(f.deviation),
}

/** The labels of the fields on the screen and in exports. */
export const scheduleItemLabels = {
  kind: 'Kind',
  itemNo: 'Item no.',
  sorCode: 'SOR no.',
  description: 'Description of work',
  unit: 'Unit',
  quantity: 'Quantity',
  rate: 'Rate',
  amount: 'Amount',
  percentageApplies: 'With the tender percentage',
  limitPercent: 'Deviation limit',
} as const satisfies Record<keyof typeof scheduleItemFields | 'kind' | 'amount', string>

const serverFields = {
  agreementId: f.id,
  /** The section that it lies in. */
  parentId: z.nullable(f.id),
  /** 0 at the top. */
  level: z.int(),
  kind: z.enum(scheduleItemKinds),
  /** Quantity by rate, to the paisa. */
  amount: z.nullable(f.money),
}

export const scheduleItem = r.stored({ id: f.id, ...serverFields, ...scheduleItemFields })
export type ScheduleItem = z.infer<typeof scheduleItem>

type Priced = Pick<ScheduleItem, 'kind' | 'quantity' | 'rate' | 'percentageApplies'>

/** The totals of a schedule. */
export const scheduleTotals = z.object({
  items: z.int(),
  /** The number of items without a rate. */
  withoutRate: z.int(),
  /** The sum of all amounts at the rates of the schedule. */
  amount: f.total,
  /** The amount with the tender percentage, which is applied to the sum of the items concerned. */
  quoted: f.total,
})
export type ScheduleTotals = z.infer<typeof scheduleTotals>

/** The totals of a schedule whose items are not shown. */
export const scheduleSummary = z.extend(scheduleTotals, { sections: z.int() })
export type ScheduleSummary = z.infer<typeof scheduleSummary>

/** Quantity by rate, to the paisa. */
export const amountOf = ({ quantity, rate }: Pick<Priced, 'quantity' | 'rate'>): Decimal =>
  quantity === null || rate === null ? zero : round(multiply(decimal(quantity), decimal(rate)), 2)

/**
 * Adds up items: each amount is rounded to the paisa, then the tender percentage on the sum of the items concerned is rounded once
 * (measurement to money, 6.2). Without a percentage both sums are equal.
 */
export function totalsOf(items: readonly Priced[], tenderPercentage: number | null): ScheduleTotals {
  const measured = items.filter(({ kind }) => kind === 'ITEM')
  const sumOf = (some: readonly Priced[]) => some.reduce((sum, item) => add(sum, amountOf(item)), zero)
  const percentageBase = sumOf(measured.filter(({ percentageApplies }) => percentageApplies))
  const amount = sumOf(measured)
  return {
    items: measured.length,
    withoutRate: measured.filter(({ rate }) => rate === null).length,
    amount: numberOf(amount),
    quoted: numberOf(add(amount, percentage(percentageBase, decimal(tenderPercentage ?? 0), 2))),
  }
}

interface ItemValues {
  kind?: ScheduleItemKind | undefined
  itemNo?: string | null | undefined
  unit?: string | null | undefined
  quantity?: number | null | undefined
}

const needs = (path: keyof ItemValues) =>
  z.refine<ItemValues>(({ kind, [path]: value }) => kind !== 'ITEM' || (value !== null && value !== undefined), {
    error: 'is required of an item',
    path: [path],
  })

const { parentId: _, kind: __, ...ofServer } = serverFields
const server = r.namesOf(ofServer)

/** A place in the schedule: a section or the top level, before another row or last. */
const place = { parentId: f.optional(f.id), beforeId: f.optional(f.id) }

export const scheduleItemInput = r
  .createBody({ kind: z.enum(scheduleItemKinds), ...place, ...scheduleItemFields }, { percentageApplies: true }, server)
  .check(needs('itemNo'), needs('unit'), needs('quantity'))

/** A section stays a section, and an item an item. */
export const scheduleItemEdit = r.editBody(scheduleItemFields, [...server, 'kind', 'parentId'])

export const audited = {
  schedule_items: { record: scheduleItem, labels: scheduleItemLabels },
}

export const getSchedule = endpoint({
  method: 'GET',
  path: ofAgreement,
  summary: 'The schedule of quantities of an agreement, each section before its content, with its totals',
  allow: { module, can: 'canView' },
  params: z.object({ agreementId: f.id }),
  response: z.object({ items: z.array(scheduleItem), totals: scheduleTotals }),
})

export const getScheduleTotals = endpoint({
  method: 'GET',
  path: `${ofAgreement}/totals`,
  summary: 'The number of sections and items of the schedule of an agreement, and its amounts',
  allow: { module, can: 'canView' },
  params: z.object({ agreementId: f.id }),
  response: scheduleSummary,
})

export const createScheduleItem = endpoint({
  method: 'POST',
  path: ofAgreement,
  summary: 'Create a section or an item of a schedule',
  allow: { module, can: 'canCreate' },
  status: 201,
  params: z.object({ agreementId: f.id }),
  body: scheduleItemInput,
  response: scheduleItem,
})

export const getScheduleItem = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'A section or an item of a schedule',
  allow: { module, can: 'canView' },
  params: f.idParams,
  response: scheduleItem,
})

export const updateScheduleItem = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a section or an item of a schedule',
  allow: { module, can: 'canEdit' },
  params: f.idParams,
  body: scheduleItemEdit,
  response: scheduleItem,
})

export const moveScheduleItem = endpoint({
  method: 'PUT',
  path: `${base}/:id/place`,
  summary: 'Move an item or a section with its content to another place of its schedule',
  allow: { module, can: 'canEdit' },
  params: f.idParams,
  body: z.strictObject(place),
  response: scheduleItem,
})

export const deleteScheduleItem = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete an item or an empty section of a schedule',
  allow: { module, can: 'canDelete' },
  params: f.idParams,
})
