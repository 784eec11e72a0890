import * as z from 'zod/mini'
import * as f from '../kernel/fields.ts'
import { type BillHead, billHeads } from './bill-engine/bill.ts'

/** The heads that a memorandum can replace: all but the work itself, which `workUpto` cuts. */
export const replacedHeads = billHeads.filter((head): head is Exclude<BillHead, 'GROSS'> => head !== 'GROSS')

/** The SHA-256 of the inputs of a bill, in hexadecimal digits. */
export const inputDigest = f.requiredText(64)

/** The maximum number of items that a memorandum cuts. */
const maxCuts = 5_000

/** A cut of a claimed quantity since the beginning; it stays measured, and the next bill claims it again. */
export const cutItem = z.strictObject({
  itemId: f.id,
  cutQuantity: z.number().check(f.moreThanNothing, f.atMost(12, 3)),
  reason: f.requiredText(500),
})
export type CutItem = z.infer<typeof cutItem>

const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length

/** The memorandum of payment. */
export const memorandumInput = z
  .strictObject({
    /** The digest that the user saw; a different present one answers 412. */
    inputDigest,
    memoNo: f.requiredText(100),
    passedOn: f.day,
    /** Work passed since the beginning; omitted if passed as claimed. Only for a bill with typed work. */
    workUpto: f.optional(f.money),
    /** Only for a bill by items; each item once. */
    cuts: f.optional(z.array(cutItem).check(z.maxLength(maxCuts, { error: 'must be at most {max} items' }))),
    /** Amounts since the last bill that replace computed ones; each head once. */
    replaced: z
      .array(z.strictObject({ head: z.enum(replacedHeads), since: f.signedMoney, note: f.requiredText(500) }))
      .check(z.maxLength(replacedHeads.length, { error: 'must be at most {max} entries' })),
    /** Net payable since the last bill; it must equal the sum of the heads. */
    net: f.signedMoney,
  })
  .check(
    z.refine(({ replaced }) => isUnique(replaced.map(({ head }) => head)), {
      error: 'must name each head once',
      path: ['replaced'],
    }),
    z.refine(({ cuts }) => isUnique(cuts?.map(({ itemId }) => itemId) ?? []), {
      error: 'must name each item once',
      path: ['cuts'],
    }),
  )

/** The label of each field of the memorandum on the screen. */
export const memorandumLabels = {
  memoNo: 'Memorandum no.',
  passedOn: 'Passed on',
  workUpto: 'Work passed up to date',
  replaced: 'Amounts of the memorandum',
  net: 'Net of the memorandum',
} as const
