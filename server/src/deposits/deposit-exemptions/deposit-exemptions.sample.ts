import { depositExemptionInput } from '@plinth/api/deposits/deposit-exemptions'
import type { Db } from '../../kernel/db/tenancy.ts'
import type { DayAt } from '../../sample-values.ts'
import { create } from './deposit-exemptions.queries.ts'

const udyam = { purpose: 'EMD', ground: 'UDYAM', certificateNo: 'UDYAM-KR-10-0041827' } as const

/**
 * Exemptions of the sample company, with the indent of their contract: one by a certificate that expires before the bids close, one
 * by a certificate without an end, and a refused one, for which the EMD was deposited.
 */
const claims = (dayAt: DayAt) =>
  [
    [
      38,
      {
        purpose: 'EMD',
        ground: 'NSIC',
        certificateNo: 'NSIC/GP/BLR/2024/0147',
        validUntil: dayAt(9),
        comment: 'Renewal applied for at the Peenya office.',
      },
    ],
    [214538, { ...udyam, comment: 'Goes up with the technical bid.' }],
    [
      1791,
      {
        ...udyam,
        state: 'REFUSED',
        comment: 'Not for works, says the division: EMD was deposited instead.',
      },
    ],
  ] as const

/** Stores the exemptions of the sample company; `contracts` maps indents to contract ids. */
export async function addSampleExemptions(db: Db, contracts: ReadonlyMap<number, string>, dayAt: DayAt): Promise<void> {
  for (const [indent, claim] of claims(dayAt))
    await create(db, depositExemptionInput.parse({ contractId: contracts.get(indent), ...claim }))
}
