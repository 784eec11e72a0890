import * as z from 'zod/mini'
import * as f from '../kernel/fields.ts'
import { type BillHead, billHeads } from './bill-engine/bill.ts'

/** Heads whose amount the memorandum may say otherwise: all but the work itself, which is cut by `workUpto`. */
export const replacedHeads = billHeads.filter((head): head is Exclude<BillHead, 'GROSS'> => head !== 'GROSS')

/** What a bill is computed from, as SHA-256 in hexadecimal digits. */
export const inputDigest = f.requiredText(64)

/** The most items that a memorandum cuts. */
const maxCuts = 5_000

/** What is cut of a claimed quantity since the beginning: it stays measured, and the next bill claims it again. */
export const cutItem = z.strictObject({
  itemId: f.id,
  cutQuantity: z.number().check(f.moreThanNothing, f.atMost(12, 3)),
  reason: f.requiredText(500),
})
export type CutItem = z.infer<typeof cutItem>

const isOnce = (values: readonly unknown[]) => new Set(values).size === values.length

/** What the memorandum of payment says. */
export const memorandumInput = z
  .strictObject({
    /** Of the bill as the person saw it: where it is another one now the answer is 412. */
    inputDigest,
    memoNo: f.requiredText(100),
    passedOn: f.day,
    /** Work passed since the beginning; as claimed where it is left out. Of a bill with typed work alone. */
    workUpto: f.optional(f.money),
    /** Of a bill by items alone: each item once. */
    cuts: f.optional(z.array(cutItem).check(z.maxLength(maxCuts, { error: 'must be at most {max} items' }))),
    /** Amounts since the last bill that take the place of computed ones: each head once. */
    replaced: z
      .array(z.strictObject({ head: z.enum(replacedHeads), since: f.signedMoney, note: f.requiredText(500) }))
      .check(z.maxLength(replacedHeads.length, { error: 'must be at most {max} entries' })),
    /** Net payable since the last bill; it must be what the heads come to. */
    net: f.signedMoney,
  })
  .check(
    z.refine(({ replaced }) => isOnce(replaced.map(({ head }) => head)), {
      error: 'must name each head once',
      path: ['replaced'],
    }),
    z.refine(({ cuts }) => isOnce(cuts?.map(({ itemId }) => itemId) ?? []), {
      error: 'must name each item once',
      path: ['cuts'],
    }),
  )

/** What each field of the memorandum is called on the screen. */
export const memorandumLabels = {
  memoNo: 'Memorandum no.',
  passedOn: 'Passed on',
  workUpto: 'Work passed up to date',
  replaced: 'Amounts of the memorandum',
  net: 'Net of the memorandum',
} as const
