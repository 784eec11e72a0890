import type { DepositPurpose } from '@plinth/api/deposits/deposit-releases'
import type { BidCheck, BidPlan } from '@plinth/api/guarantees/guarantee-headroom'
import { type RawBuilder, sql } from 'kysely'
import { isLive } from '../../deposits/deposits/deposit-figures.queries.ts'
import { momentOf } from '../../kernel/db/column-types.ts'
import { sentIn } from '../../kernel/db/statements.ts'
import type { Db } from '../../kernel/db/tenancy.ts'
import * as contracts from '../../tenders/contracts/contracts.queries.ts'
import { overall } from './bid.rules.ts'
import { bankOf } from './bid-bank.rules.ts'
import type { Limit } from './limit.rules.ts'
import { limits } from './limits.queries.ts'
import { type Facts, proposals } from './proposed-plans.rules.ts'

/** What the papers of a contract say, and of which purposes nothing is to be proposed any more. */
interface Papers extends Facts {
  isOver: boolean
  settled: DepositPurpose[]
}

async function papersOf(db: Db, contractId: string): Promise<Papers> {
  const purposes = (of: RawBuilder<unknown>) => sql`(select coalesce(array_agg(distinct x.purpose), '{}') from ${of})`
  const { rows } = await sql<Papers>`
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
  const [papers] = rows
  if (!papers) throw new Error('a contract without its papers')
  return papers
}

/** The guarantees of a contract that are planned; where there are none, those that its papers ask for. */
function plansOf(found: readonly Limit[], contractId: string, papers: Papers, day: string) {
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
  const isOpen = ({ purpose }: { purpose: DepositPurpose }) => !papers.isOver && !papers.settled.includes(purpose)
  const { proposed, missing } = proposals(papers)
  const nowhere = { planId: null, updatedAt: null, facilityId: null, facilityName: null }
  const open = proposed.filter(isOpen).filter(({ untilOn }) => untilOn >= day)
  return {
    planned,
    proposed: open.map((proposal): BidPlan => ({ ...nowhere, ...proposal })),
    missing: missing.filter(isOpen),
  }
}

/**
 * Whether our limits are enough for the guarantees of a contract: those that are planned, else those that its papers ask for.
 * Throws 404 when there is no such contract.
 */
export async function check(db: Db, contractId: string): Promise<BidCheck> {
  await sentIn(db, contracts.get(contractId))
  const papers = await papersOf(db, contractId)
  const { day, limits: found } = await limits(db)
  const { planned, proposed, missing } = plansOf(found, contractId, papers, day)
  const judged = planned.length > 0 ? planned : proposed
  const banks = found.map((limit) => bankOf(limit, contractId, judged, day)).filter((bank) => bank !== undefined)
  return { verdict: overall(banks), plans: [...planned, ...proposed], missing, banks }
}
