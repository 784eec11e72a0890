import type { Body } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import {
  type AgreedHead,
  agreedHeadFields,
  type createBillHead,
  headRules,
  type updateBillHead,
} from '@plinth/api/money/bill-heads'
import { insideGstin } from '@plinth/api/money/identity'
import { type AgreedHeadName, agreedHeadNames } from '@plinth/api/money/resolved-terms'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { conflict, invalid } from '../../kernel/errors.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { companyDay } from '../../kernel/records/quick-filters.ts'
import { records } from '../../kernel/records/records.ts'
import { get as getAgreement, holdAgreement } from '../agreements/agreements.queries.ts'

const heads = records<AgreedHead>({
  table: 'bill_heads',
  fields: Object.keys(agreedHeadFields),
  fixed: ['agreementId', 'head'],
  computed: authorsOf('bill_heads'),
})

const positionOf = ({ head }: AgreedHead) => agreedHeadNames.indexOf(head)

/** The heads in the order of the memorandum, the latest row of each head first. Throws 404. */
export async function list(db: Db, agreementId: string): Promise<AgreedHead[]> {
  await getAgreement(db, agreementId)
  const ofAgreement = sql<SqlBool>`${heads.column('agreementId')} = ${agreementId}`
  const rows = await heads.list(db, [ofAgreement], { field: 'validFrom', direction: 'desc' })
  return rows.toSorted((one, other) => positionOf(one) - positionOf(other))
}

/** Throws 404. */
export const get = (db: Db, id: string): Promise<AgreedHead> => heads.get(db, { id })

/** Throws 400 if the statutory rule gives no percentage for the head. */
function checkRule(head: AgreedHeadName, ruleKind: string | null | undefined): void {
  const allowedRules: readonly string[] = headRules[head]
  if (ruleKind && !allowedRules.includes(ruleKind))
    throw invalid([{ path: 'ruleKind', ...messageOf('gives no percentage of this head') }])
}

/**
 * Throws 404; 400 for both a percentage and a rule, for neither, and for fields that do not fit the head; 409 for a
 * second row of the head from the same day, and for a closed agreement.
 */
export async function create(
  db: Db,
  agreementId: string,
  { head, ...values }: Body<typeof createBillHead>,
): Promise<AgreedHead> {
  checkRule(head, values.ruleKind)
  await holdAgreement(db, agreementId)
  return heads.insert(db, values, { agreementId, head })
}

/** Locks the agreement of a head before the head is written; all writers lock in this order. Throws 404. */
async function lockAgreementOf(db: Db, id: string): Promise<AgreedHead> {
  const row = await get(db, id)
  await holdAgreement(db, row.agreementId)
  return row
}

/** Throws 404; 400 and 409 as `create` does; 412. */
export async function update(db: Db, id: string, values: Body<typeof updateBillHead>): Promise<AgreedHead> {
  checkRule((await lockAgreementOf(db, id)).head, values.ruleKind)
  return heads.update(db, { id }, values)
}

/** Throws 404, 409 for a closed agreement. */
export async function remove(db: Db, id: string): Promise<void> {
  await lockAgreementOf(db, id)
  await heads.remove(db, { id })
}

const individual = /^...[PH]/

/**
 * The statutory rule for income tax deducted from the company. The fourth letter of the PAN in its GSTIN tells
 * individuals and HUFs from others.
 */
const ownTaxRule = (ourGstin: string | null) =>
  individual.test(insideGstin(ourGstin ?? '')?.pan ?? '') ? 'IT_TDS_CONTRACT_INDIVIDUAL' : 'IT_TDS_CONTRACT_OTHER'

/**
 * Adds the heads that a government client usually applies, by the statutory rules in force, from the agreement's day
 * or, without one, from today. Retention is not included, because no rule gives its percentage. Throws 404, 409 for a
 * work order and if the agreement has heads already.
 */
export async function addUsual(db: Db, agreementId: string): Promise<AgreedHead[]> {
  await holdAgreement(db, agreementId)
  const { direction, agreedOn, ourGstin } = await getAgreement(db, agreementId)
  if (direction !== 'RECEIVABLE') throw conflict('Only agreements with clients have usual heads.')
  if ((await list(db, agreementId)).length > 0) throw conflict('This agreement has heads already.')
  const validFrom = agreedOn ?? (await companyDay(db))
  const usual = [
    { head: 'GST', ruleKind: 'GST_RATE_WORKS', rounding: 'PAISA' },
    { head: 'IT_TDS', ruleKind: ownTaxRule(ourGstin), base: 'TAXABLE', rounding: 'RUPEE' },
    { head: 'GST_TDS', ruleKind: 'GST_TDS', base: 'TAXABLE', rounding: 'PAISA' },
    { head: 'CESS', ruleKind: 'BOCW_CESS_RATE', rounding: 'RUPEE' },
  ] as const
  for (const { head, ...values } of usual) await heads.insert(db, { ...values, validFrom }, { agreementId, head })
  return list(db, agreementId)
}
