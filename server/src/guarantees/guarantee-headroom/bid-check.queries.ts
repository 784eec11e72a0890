import type { DepositPurpose } from '@plinth/api/deposits/deposit-releases'
import type { BidCheck, BidPlan } from '@plinth/api/guarantees/guarantee-headroom'
import { type RawBuilder, sql } from 'kysely'
import { isLive } from '../../deposits/deposits/deposit-figures.queries.ts'
import { momentOf } from '../../kernel/db/column-types.ts'
import { sentIn } from '../../kernel/db/statements.ts'
import type { Db } from '../../kernel/db/tenancy.ts'
import * as contracts from '../../tenders/contracts/contracts.queries.ts'
import { overallVerdict } from './bid.rules.ts'
import { bankOf } from './bid-bank.rules.ts'
import type { Limit } from './limit.rules.ts'
import { limits } from './limits.queries.ts'
import { type Facts, proposals } from './proposed-plans.rules.ts'

/** The facts of a contract and its terms, and the purposes that need no proposal any more. */
interface BidTerms extends Facts {
  isOver: boolean
  settled: DepositPurpose[]
}

async function readTerms(db: Db, contractId: string): Promise<BidTerms> {
  const purposes = (of: RawBuilder<unknown>) => sql`(select coalesce(array_agg(distinct x.purpose), '{}') from ${of})`
  const { rows } = await sql<BidTerms>`
    select c.closing_date as "closingDate", c.result_date as "resultDate", c.given_end_date as "givenEndDate",
      c.tender_bid_value as "tenderBidValue", t.emd_amount as "emdAmount",
      app.bid_ends(t.bid_valid_until, c.closing_date, t.bid_validity_days) as "bidValidUntil", t.ps_percent as "psPercent",
      t.ps_days as "psDays", t.dlp_months as "dlpMonths", t.ps_valid_beyond_days as "psValidBeyondDays",
      c.status not in ('DRAFT', 'SUBMITTED', 'AWARDED', 'ACCEPTED', 'WORK_ORDER_ISSUED') as "isOver",
      ${purposes(sql`security_deposits x where x.tenant_id = c.tenant_id and x.contract_id = c.id and x.deleted_at is null
        and ${isLive(sql.ref('x.status'))}`)}
      || ${purposes(sql`bg_plans x where x.tenant_id = c.tenant_id and x.contract_id = c.id and x.deleted_at is null`)} as settled
    from contracts c left join contract_terms t on t.tenant_id = c.tenant_id and t.contract_id = c.id and t.deleted_at is null
    where c.id = ${contractId}`.execute(db)
  const [terms] = rows
  if (!terms) throw new Error('a contract without its papers')
  return terms
}

/** The planned guarantees of a contract, those that its terms ask for beside them, and the facts missing for that. */
function plansOf(found: readonly Limit[], contractId: string, terms: BidTerms, day: string) {
  const planned = found.flatMap(({ facilityId, facilityName, plans }) =>
    plans
      .filter((plan) => plan.contractId === contractId)
      .map(
        ({ id, purpose, amount, neededOn, untilOn, updatedAt }): BidPlan => ({
          planId: id,
          updatedAt: momentOf(updatedAt),
          facilityId,
          facilityName,
          purpose,
          amount,
          neededOn,
          untilOn,
        }),
      ),
  )
  const isOpen = ({ purpose }: { purpose: DepositPurpose }) => !terms.isOver && !terms.settled.includes(purpose)
  const { proposed, missing } = proposals(terms)
  const noLimit = { planId: null, updatedAt: null, facilityId: null, facilityName: null }
  const open = proposed.filter(isOpen).filter(({ untilOn }) => untilOn >= day)
  return {
    planned,
    proposed: open.map((proposal): BidPlan => ({ ...noLimit, ...proposal })),
    missing: missing.filter(isOpen),
  }
}

/**
 * Whether the company's limits are enough for the guarantees of a contract: the planned ones, else those that its terms ask for.
 * Throws 404 when the contract does not exist.
 */
export async function check(db: Db, contractId: string): Promise<BidCheck> {
  await sentIn(db, contracts.get(contractId))
  const terms = await readTerms(db, contractId)
  const { day, limits: found } = await limits(db)
  const { planned, proposed, missing } = plansOf(found, contractId, terms, day)
  const judgedPlans = planned.length > 0 ? planned : proposed
  const banks = found.map((limit) => bankOf(limit, contractId, judgedPlans, day)).filter((bank) => bank !== undefined)
  return { verdict: overallVerdict(banks), plans: [...planned, ...proposed], missing, banks }
}
