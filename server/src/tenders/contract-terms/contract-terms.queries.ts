import type { Body } from '@plinth/api/kernel/endpoint'
import { type ContractTerms, termFields, type updateContractTerms } from '@plinth/api/tenders/contract-terms'
import { sql } from 'kysely'
import { sentIn } from '../../kernel/db/statements.ts'
import type { Db } from '../../kernel/db/tenancy.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { records, stale } from '../../kernel/records/records.ts'
import { neverSaid } from '../../kernel/records/settings.ts'
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

const nothingSaid = {
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
  ...neverSaid,
  createdByName: null,
  updatedByName: null,
}

/** The terms of a contract, empty where nobody said them. Throws 404 when the contract is not there. */
export async function get(db: Db, contractId: string): Promise<ContractTerms> {
  await sentIn(db, contracts.get(contractId))
  const [said] = await ofContract(db, contractId)
  return said ?? { ...nothingSaid, contractId }
}

/**
 * Says the terms of a contract, or changes those that are given. Throws 404 when the contract is not there, 400 for an owner
 * who is nobody of the company, 409 when somebody else said them first at the same moment, 412 when they were changed since.
 */
export async function update(
  db: Db,
  contractId: string,
  values: Body<typeof updateContractTerms>,
): Promise<ContractTerms> {
  await sentIn(db, contracts.get(contractId))
  const [said] = await ofContract(db, contractId)
  // Who opened them while nobody had said them has not seen what they say now.
  if (said && values.updatedAt === null) throw stale()
  return said ? terms.update(db, { id: said.id }, values) : terms.insert(db, values, { contractId })
}
