import { bankFacilityInput } from '@plinth/api/guarantees/bank-facilities'
import { daysAfter } from '@plinth/api/kernel/later-days'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { type DayAt } from '../../sample-values.ts'
import { create } from './bank-facilities.queries.ts'

/** The total of a bank's guarantees, in rupees. */
interface BankTotal {
  bank: string
  amount: number
}

/** The two banks with the most guarantees, the largest first. */
const totalsByBank = sql<BankTotal>`select issuer as bank, sum(amount) as amount from instruments
  where kind in ('BG', 'E_BG') and state in ('REQUESTED', 'ISSUED', 'LODGED', 'CLAIMED', 'PAID_OUT', 'RETURNED') and issuer is not null
  group by issuer order by sum(amount) desc, issuer limit 2`

const lakh = 1_00_000
const terms = [
  { share: 0.88, branch: 'SME Branch, Hassan', marginPercent: 15, commissionPercent: 1.8, minCharge: 1_000 },
  { share: 0.55, branch: 'Town Hall Branch, Bengaluru', marginPercent: 10, commissionPercent: 2, minCharge: 500 },
] as const

/** Stores limits of the two banks with most guarantees of the sample company: one nearly used up, the other used by half. */
export async function addSampleFacilities(db: Db, dayAt: DayAt): Promise<void> {
  const { rows } = await totalsByBank.execute(db)
  for (const [at, { bank, amount }] of rows.entries()) {
    const { share, ...bankTerms } = terms[at] ?? terms[0]
    const isFirst = at === 0
    const { id } = await create(
      db,
      bankFacilityInput.parse({
        bank,
        ...bankTerms,
        name: 'Guarantees',
        limitAmount: Math.ceil(amount / share / lakh) * lakh,
        commissionBasis: isFirst ? 'PER_QUARTER_OR_PART' : 'PER_DAY_365',
        freesOn: isFirst ? 'DISCHARGE' : 'CLAIM_END',
        freeCash: isFirst ? 12 * lakh : 4 * lakh,
        freeCashOn: daysAfter(dayAt(0), -3),
        reviewOn: daysAfter(dayAt(0), isFirst ? 24 : 140),
      }),
    )
    await sql`update instruments set facility_id = ${id} where kind in ('BG', 'E_BG') and issuer = ${bank}`.execute(db)
  }
}
