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

/** How deep sections may lie in each other, the items in the last of them included. */
export const maxScheduleDepth = 8

/** The usual units of schedules, by the names that they are stored under; any other unit is stored as it is typed. */
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
export const longestDescription = 8000

export const scheduleItemFields = {
  /** A section may have none, as a title is printed. */
  itemNo: f.optional(f.requiredText(40)),
  /** The number in the department's schedule of rates. */
  sorCode: f.optional(f.text(60)),
  description: f.requiredText(longestDescription),
  unit: f.optional(f.text(20)),
  quantity: f.optional(f.quantity),
  /** Rupees a unit, with at most four decimals; null while it is not known. */
  rate: f.optional(f.rate),
  /** Whether the tender percentage is put on its amount. */
  percentageApplies: z.boolean(),
  /** Up to so many per cent more than agreed is paid at its rate. */
  limitPercent: f.optional(f.deviation),
}

/** What each field is called on the screen and in exports. */
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

const found = {
  agreementId: f.id,
  /** The section that it lies in. */
  parentId: z.nullable(f.id),
  /** 0 at the top. */
  level: z.int(),
  kind: z.enum(scheduleItemKinds),
  /** Quantity by rate, to the paisa. */
  amount: z.nullable(f.money),
}

export const scheduleItem = r.stored({ id: f.id, ...found, ...scheduleItemFields })
export type ScheduleItem = z.infer<typeof scheduleItem>

type Priced = Pick<ScheduleItem, 'kind' | 'quantity' | 'rate' | 'percentageApplies'>

/** What a schedule comes to. */
export const scheduleTotals = z.object({
  items: z.int(),
  /** Items whose rate is not known. */
  withoutRate: z.int(),
  /** The sum of all amounts at the rates of the schedule. */
  amount: f.total,
  /** The same with the tender percentage, which is put on the sum of what it applies to. */
  quoted: f.total,
})
export type ScheduleTotals = z.infer<typeof scheduleTotals>

/** What a schedule comes to, where its items are not shown. */
export const scheduleSummary = z.extend(scheduleTotals, { sections: z.int() })
export type ScheduleSummary = z.infer<typeof scheduleSummary>

/** Quantity by rate, to the paisa. */
export const amountOf = ({ quantity, rate }: Pick<Priced, 'quantity' | 'rate'>): Decimal =>
  quantity === null || rate === null ? zero : round(multiply(decimal(quantity), decimal(rate)), 2)

/**
 * What items come to: each amount rounded to the paisa, then the tender percentage on the sum of those that it applies to,
 * rounded once (measurement to money, 6.2). Without a percentage both sums are the same.
 */
export function totalsOf(items: readonly Priced[], tenderPercentage: number | null): ScheduleTotals {
  const measured = items.filter(({ kind }) => kind === 'ITEM')
  const sumOf = (some: readonly Priced[]) => some.reduce((sum, item) => add(sum, amountOf(item)), zero)
  const under = sumOf(measured.filter(({ percentageApplies }) => percentageApplies))
  const amount = sumOf(measured)
  return {
    items: measured.length,
    withoutRate: measured.filter(({ rate }) => rate === null).length,
    amount: numberOf(amount),
    quoted: numberOf(add(amount, percentage(under, decimal(tenderPercentage ?? 0), 2))),
  }
}

interface Given {
  kind?: ScheduleItemKind | undefined
  itemNo?: string | null | undefined
  unit?: string | null | undefined
  quantity?: number | null | undefined
}

const needs = (path: keyof Given) =>
  z.refine<Given>(({ kind, [path]: value }) => kind !== 'ITEM' || (value !== null && value !== undefined), {
    error: 'is required of an item',
    path: [path],
  })

const { parentId: _, kind: __, ...ofServer } = found
const server = r.namesOf(ofServer)

/** Where something goes: in a section or in none, before another row of it or last. */
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
  summary: 'The schedule of quantities of an agreement, each section before what lies in it, and what it comes to',
  allow: { module, can: 'canView' },
  params: z.object({ agreementId: f.id }),
  response: z.object({ items: z.array(scheduleItem), totals: scheduleTotals }),
})

export const getScheduleTotals = endpoint({
  method: 'GET',
  path: `${ofAgreement}/totals`,
  summary: 'How much there is in the schedule of an agreement, and what it comes to',
  allow: { module, can: 'canView' },
  params: z.object({ agreementId: f.id }),
  response: scheduleSummary,
})

export const createScheduleItem = endpoint({
  method: 'POST',
  path: ofAgreement,
  summary: 'Enter a section or an item of a schedule',
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
  summary: 'Put a section, with all in it, or an item to another place of its schedule',
  allow: { module, can: 'canEdit' },
  params: f.idParams,
  body: z.strictObject(place),
  response: scheduleItem,
})

export const deleteScheduleItem = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete an item of a schedule, or a section with nothing in it',
  allow: { module, can: 'canDelete' },
  params: f.idParams,
})
