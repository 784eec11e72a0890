import { depositExemptionInput } from '@plinth/api/deposits/deposit-exemptions'
import type { Db } from '../../kernel/db/tenancy.ts'
import type { DayAt } from '../../sample-values.ts'
import { create } from './deposit-exemptions.queries.ts'

const udyam = { purpose: 'EMD', ground: 'UDYAM', certificateNo: 'UDYAM-KR-10-0041827' } as const

/**
 * What the sample company need not deposit, of contracts by their indents: by a certificate that runs out before the bids close, by one
 * that ends on no day, and one that was refused, so that the EMD was deposited.
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

/** The exemptions of the sample company; `contracts` are the ids of contracts by their indents. */
export async function addSampleExemptions(db: Db, contracts: ReadonlyMap<number, string>, dayAt: DayAt): Promise<void> {
  for (const [indent, claim] of claims(dayAt))
    await create(db, depositExemptionInput.parse({ contractId: contracts.get(indent), ...claim }))
}
