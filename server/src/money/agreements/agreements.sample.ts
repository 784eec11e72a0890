import { agreementInput } from '@plinth/api/money/agreements'
import { actAs, type Db } from '../../kernel/db/tenancy.ts'
import type { DayAt } from '../../sample-values.ts'
import { choices } from '../parties/parties.queries.ts'
import { create, draft } from './agreements.queries.ts'

/** The GSTIN of the sample company. */
const ourGstin = '29AAECD4471P1Z1'

/** The agreements with clients, by the indent numbers of their contracts. */
const clientAgreements = [
  { indent: 318, number: 'CNNL/TVK/EE/41', sac: '995424' },
  { indent: 884, number: 'KPWD/CTA/EE/112', sac: '995421' },
  { indent: 1214, number: 'KPWD/HSN/EE/131', sac: '995421' },
] as const

/** Work orders to subcontractors on the same works, by the indent numbers of their contracts; days count from today. */
const workOrders = [
  {
    indent: 1214,
    number: 'WO/26/014',
    party: 'Nagaraja B.',
    name: 'Earthwork in excavation and embankment, both reaches',
    value: 86_40_000,
    agreed: -240,
    ends: 60,
    paymentDays: 15,
  },
  {
    indent: 884,
    number: 'WO/25/031',
    party: 'Deccan Formwork and Scaffolding Private Limited',
    name: 'Shuttering and steel fixing of piers, girders and deck',
    value: 1_12_50_000,
    agreed: -430,
    ends: -12,
    paymentDays: 30,
  },
] as const

/** Adds the agreements of the sample's works: with the departments, which pay, and with the subcontractors, who are paid. */
export async function addSampleAgreements(
  db: Db,
  contracts: ReadonlyMap<number, string>,
  { owner, accounts }: { owner: string; accounts: string },
  dayAt: DayAt,
): Promise<void> {
  await actAs(db, accounts)
  const parties = new Map((await choices(db, {})).map(({ legalName, id }) => [legalName, id]))
  const projects = new Map<number, string | null>()
  for (const { indent, ...terms } of clientAgreements) {
    const { contractName: _, ...proposal } = await draft(db, contracts.get(indent) ?? '')
    projects.set(indent, proposal.projectId)
    const signedFields = { status: 'ACTIVE', siteState: '29', ourGstin, hasRoundOff: true, paymentDays: 60 }
    await create(db, agreementInput.parse({ ...proposal, ...signedFields, direction: 'RECEIVABLE', ...terms }))
  }
  for (const { indent, party, agreed, ends, ...order } of workOrders) {
    const dates = { agreedOn: dayAt(agreed), startsOn: dayAt(agreed + 5), endsOn: dayAt(ends) }
    const references = {
      contractId: contracts.get(indent),
      projectId: projects.get(indent),
      partyId: parties.get(party),
      siteState: '29',
      ourGstin,
    }
    await create(
      db,
      agreementInput.parse({ direction: 'PAYABLE', status: 'ACTIVE', ...order, ...dates, ...references }),
    )
  }
  await actAs(db, owner)
}
