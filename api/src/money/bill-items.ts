import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { billedSheet, decimalText, figure as figureShape } from './bill-figures.ts'
import { bill } from './bills.ts'

export const about =
  'Bills by items: the abstract of a bill, its measurement sheets, and the work that is not billed yet.'

const billBase = '/payment/api/bills/:id'
const module = 'Payments'

const figure = z.object(figureShape)

/** AGREED: more was measured than agreed. LIMIT: more than agreed plus the deviation limit. */
export const beyonds = ['AGREED', 'LIMIT'] as const
export type Beyond = (typeof beyonds)[number]

/** A row of the abstract: quantities with three decimals, rupees with two, as decimal text. */
export const billItem = z.object({
  itemId: f.id,
  itemNo: z.string(),
  description: z.string(),
  unit: z.string(),
  /** Null while unknown; the bill has no amounts until then. */
  rate: z.nullable(decimalText),
  percentageApplies: z.boolean(),
  agreedQuantity: f.quantity,
  limitPercent: z.nullable(f.deviation),
  /** The present figures for drafts and returned bills, otherwise those at submission. */
  claimed: z.object({ quantity: figure, amount: z.nullable(figure) }),
  passed: z.nullable(z.object({ quantity: figure, amount: figure })),
  /** The quantity that the memorandum cut; null if it cut nothing. */
  cutQuantity: z.nullable(decimalText),
  cutReason: z.nullable(z.string()),
  /** A warning: the claimed quantity upto exceeds the agreed one. */
  beyond: z.nullable(z.enum(beyonds)),
})
export type BillItem = z.infer<typeof billItem>

/** The label of each column of the abstract. */
export const billItemLabels = {
  itemNo: 'Item no.',
  description: 'Description of work',
  unit: 'Unit',
  rate: 'Rate',
  agreedQuantity: 'Agreed quantity',
  quantity: 'Quantity',
  amount: 'Amount',
  cutQuantity: 'Quantity cut',
  cutReason: 'Reason of the cut',
} as const

export const listBillItems = endpoint({
  method: 'GET',
  path: `${billBase}/items`,
  summary: 'The abstract of a bill by items, in the order of the schedule; empty for a bill with typed work',
  allow: { module, can: 'canView' },
  params: f.idParams,
  response: z.array(billItem),
})

/** The maximum number of sheets in one bill. */
export const maxSheets = 2_000

export const replaceBillSheets = endpoint({
  method: 'PUT',
  path: `${billBase}/sheets`,
  summary: 'Choose the recorded sheets of a draft or returned bill',
  allow: { module, can: 'canEdit' },
  params: f.idParams,
  /** The complete list: sheets that are left out are free for a later bill. */
  body: z.strictObject({
    sheetIds: z.array(f.id).check(z.maxLength(maxSheets, { error: 'must be at most {max} sheets' })),
    /** The version of the bill that the user saw. */
    updatedAt: f.optional(f.moment),
  }),
  response: bill,
})

/** A quantity that the last passed bill claimed and the memorandum cut; the next bill claims it again. */
export const cutWork = z.object({
  itemId: f.id,
  itemNo: z.string(),
  description: z.string(),
  unit: z.string(),
  quantity: decimalText,
  /** The amount without the tender percentage. */
  amount: decimalText,
  reason: z.string(),
})

export const getUnbilledWork = endpoint({
  method: 'GET',
  path: '/payment/api/agreements/:agreementId/unbilled',
  summary: 'The measured and unpaid work of an agreement: recorded sheets in no bill, and quantities that were cut',
  allow: { module, can: 'canView' },
  params: z.object({ agreementId: f.id }),
  response: z.object({ sheets: z.array(billedSheet), cuts: z.array(cutWork) }),
})
export type UnbilledWork = z.infer<typeof getUnbilledWork.response>
