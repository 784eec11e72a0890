import type * as z from 'zod/mini'
import type { Bill, BillInput, BillWork, Memorandum } from './bill-engine/bill.ts'
import { rupeesText } from './bill-engine/figures.ts'
import type { BillFigures, Bill as BillOfWire, PreviousFigures } from './bills.ts'
import type { memorandumInput } from './memorandum-input.ts'
import type { BillTermsOnDay } from './resolved-terms.ts'

/** What a bill with typed work is computed from, as it is stored. */
export interface TypedInput extends BillInput {
  terms: BillTermsOnDay
  work: Extract<BillWork, { source: 'TYPED' }>
  previous: PreviousFigures | null
}

/** What a bill is computed from, by what was entered of it (rupees of the wire). */
export const billInputOf = (
  { workUpto, variationUpto, typed }: Pick<BillOfWire, 'workUpto' | 'variationUpto' | 'typed'>,
  terms: BillTermsOnDay,
  previous: PreviousFigures | null,
): TypedInput => ({
  terms,
  work: { source: 'TYPED', upto: rupeesText(workUpto) },
  variationUpto: rupeesText(variationUpto),
  typed: typed.map(({ head, since }) => ({ head, since: rupeesText(since) })),
  previous,
})

/** The memorandum as it was entered, as the engine passes a bill by it. */
export const memorandumOf = ({
  workUpto,
  replaced,
  net,
}: Pick<z.infer<typeof memorandumInput>, 'workUpto' | 'replaced' | 'net'>): Memorandum => ({
  quantities: {},
  work: typeof workUpto === 'number' ? rupeesText(workUpto) : null,
  replaced: replaced.map(({ head, since, note }) => ({ head, since: rupeesText(since), note })),
  net: rupeesText(net),
})

/** What the engine computed, as a bill is answered. */
export const figuresOf = ({ work, variation, lines, invoice, net }: Bill): BillFigures => ({
  work,
  variation,
  lines: lines.map((line) => ({ ...line, ruleIds: [...line.ruleIds] })),
  invoice,
  net,
})
