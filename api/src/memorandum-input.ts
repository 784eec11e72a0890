import * as z from 'zod/mini'
import { type BillHead, billHeads } from './bill-engine/bill.ts'
import * as f from './kernel/fields.ts'

/** Heads whose amount the memorandum may say otherwise: all but the work itself, which is cut by `workUpto`. */
export const replacedHeads = billHeads.filter((head): head is Exclude<BillHead, 'GROSS'> => head !== 'GROSS')

/** What a bill is computed from, as SHA-256 in hexadecimal digits. */
export const inputDigest = f.requiredText(64)

/** What the memorandum of payment says. */
export const memorandumInput = z
  .strictObject({
    /** Of the bill as the person saw it: where it is another one now the answer is 412. */
    inputDigest,
    memoNo: f.requiredText(100),
    passedOn: f.day,
    /** Work passed since the beginning; as claimed where it is left out. */
    workUpto: f.optional(f.money),
    /** Amounts since the last bill that take the place of computed ones: each head once. */
    replaced: z
      .array(z.strictObject({ head: z.enum(replacedHeads), since: f.signedMoney, note: f.requiredText(500) }))
      .check(z.maxLength(replacedHeads.length, { error: 'must be at most {max} entries' })),
    /** Net payable since the last bill; it must be what the heads come to. */
    net: f.signedMoney,
  })
  .check(
    z.refine(({ replaced }) => new Set(replaced.map(({ head }) => head)).size === replaced.length, {
      error: 'must name each head once',
      path: ['replaced'],
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
