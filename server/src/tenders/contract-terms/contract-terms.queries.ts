import type { Body } from '@plinth/api/kernel/endpoint'
import { type ContractTerms, termFields, type updateContractTerms } from '@plinth/api/tenders/contract-terms'
import { sql } from 'kysely'
import { sentIn } from '../../kernel/db/statements.ts'
import type { Db } from '../../kernel/db/tenancy.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { records, stale } from '../../kernel/records/records.ts'
import { unsavedStamps } from '../../kernel/records/settings.ts'
import * as contracts from '../contracts/contracts.queries.ts'

type Stored = ContractTerms & { id: string }

const terms = records<Stored>({
  table: 'contract_terms',
  fields: Object.keys(termFields),
  fixed: ['contractId'],
  computed: {
    ownerName: sql`(select u.username from users u where u.tenant_id = contract_terms.tenant_id and u.id = contract_terms.owner_id)`,
    dlpEnd: sql`app.liability_ends(contract_terms.dlp_ends_on, coalesce(contract_terms.completed_on, (select c.actual_end_date
      from contracts c where c.tenant_id = contract_terms.tenant_id and c.id = contract_terms.contract_id)), contract_terms.dlp_months)`,
    ...authorsOf('contract_terms'),
  },
})

const ofContract = (db: Db, contractId: string) =>
  terms.list(db, [sql<boolean>`${terms.column('contractId')} = ${contractId}`], {
    field: 'createdAt',
    direction: 'asc',
  })

const emptyTerms = {
  ownerId: null,
  bidValidityDays: null,
  bidValidUntil: null,
  emdAmount: null,
  psPercent: null,
  psDays: null,
  psValidBeyondDays: null,
  sdPercent: null,
  sdCapPercent: null,
  agreementDays: null,
  dlpMonths: null,
  dlpEndsOn: null,
  completedOn: null,
  finalBillOn: null,
  refundClause: null,
  ownerName: null,
  dlpEnd: null,
  ...unsavedStamps,
  createdByName: null,
  updatedByName: null,
}

/** The terms of a contract, empty if nobody entered any. Throws 404 when the contract does not exist. */
export async function get(db: Db, contractId: string): Promise<ContractTerms> {
  await sentIn(db, contracts.get(contractId))
  const [stored] = await ofContract(db, contractId)
  return stored ?? { ...emptyTerms, contractId }
}

/**
 * Enters the terms of a contract, or changes those that are sent. Throws 404 when the contract does not exist; 400 for
 * an owner who is not in the company; 409 when somebody else entered the first terms at the same moment; 412 when they
 * were changed meanwhile.
 */
export async function update(
  db: Db,
  contractId: string,
  values: Body<typeof updateContractTerms>,
): Promise<ContractTerms> {
  await sentIn(db, contracts.get(contractId))
  const [stored] = await ofContract(db, contractId)
  // An edit that started from empty terms has not seen the terms entered meanwhile.
  if (stored && values.updatedAt === null) throw stale()
  return stored ? terms.update(db, { id: stored.id }, values) : terms.insert(db, values, { contractId })
}
