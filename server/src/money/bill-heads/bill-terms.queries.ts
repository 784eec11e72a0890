import type { Answer } from '@plinth/api/kernel/endpoint'
import type { getBillTerms } from '@plinth/api/money/bill-heads'
import { type RuleOnDay, resolveTerms, type TermsInput } from '@plinth/api/money/bill-terms'
import type { ResolvedTerms } from '@plinth/api/money/resolved-terms'
import { type RuleKind, ruleKindLabels } from '@plinth/api/money/rule-kinds'
import { rulePlaceOf } from '@plinth/api/money/rule-places'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { notFound } from '../../kernel/errors.ts'
import { companyDay } from '../../kernel/records/quick-filters.ts'
import { get as getAgreement } from '../agreements/agreements.queries.ts'
import { list as listStatutoryRules } from '../statutory-rules/statutory-rules.queries.ts'
import { list } from './bill-heads.queries.ts'

/** The other party of an agreement, with the States of its GSTINs that are valid on a day. Throws 404. */
async function partyOn(db: Db, partyId: string, day: string): Promise<TermsInput['party']> {
  const found = await sql<TermsInput['party']>`select p.gst_treatment as "gstTreatment", p.state,
      array(select distinct left(g.gstin, 2) from party_gstins g
        where g.tenant_id = p.tenant_id and g.party_id = p.id and g.deleted_at is null
          and coalesce(g.held_from <= ${day}, true) and coalesce(g.held_until >= ${day}, true)) as "gstinStates"
    from parties p where p.id = ${partyId}`.execute(db)
  const [party] = found.rows
  if (!party) throw notFound()
  return party
}

/** The statutory rule of each kind in force on a day in a State, which is given by its GST code. */
async function rulesOn(db: Db, day: string, siteState: string | null): Promise<ReadonlyMap<RuleKind, RuleOnDay>> {
  const inForce = (await listStatutoryRules(db, { day, place: rulePlaceOf(siteState) })).filter(
    ({ standing }) => standing === 'IN_FORCE',
  )
  return new Map(
    inForce.map(({ id, kind, sourceTitle, sourceReference, sourceUrl, validFrom, waits, value }) => [
      kind,
      {
        id,
        kind,
        name: ruleKindLabels[kind],
        sourceTitle,
        sourceReference,
        sourceUrl,
        validFrom,
        waits,
        value: value ?? {},
      },
    ]),
  )
}

/** Inputs of the terms that depend on the bill and not on the agreement. */
type BillInputs = Pick<TermsInput, 'isFinal' | 'taxYear'>

/** A bill that is not final and is the first in the payee's tax year. */
const firstOfYear: BillInputs = { isFinal: false, taxYear: { credited: '0.00', deducted: '0.00' } }

/** The terms that a bill of an agreement is computed with on its day, and the source of each percentage. Throws 404. */
export async function resolvedTermsOn(
  db: Db,
  agreementId: string,
  day: string,
  bill: BillInputs = firstOfYear,
): Promise<ResolvedTerms> {
  const agreement = await getAgreement(db, agreementId)
  const rules = await rulesOn(db, day, agreement.siteState)
  return resolveTerms({
    agreement,
    party: await partyOn(db, agreement.partyId, day),
    heads: await list(db, agreementId),
    day,
    ruleOf: (kind) => rules.get(kind),
    ...bill,
  })
}

/** The terms on a day; today in the company's time zone if none is named. Throws 404. */
export async function terms(
  db: Db,
  agreementId: string,
  requestedDay: string | null | undefined,
): Promise<Answer<typeof getBillTerms>> {
  const day = requestedDay ?? (await companyDay(db))
  return { day, ...(await resolvedTermsOn(db, agreementId, day)) }
}
