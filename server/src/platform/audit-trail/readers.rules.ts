import { endpointsBySlice, slices } from '@plinth/api'
import { getModule } from '@plinth/api/access/modules'
import { getRoleSelection, listRoleMappings } from '@plinth/api/access/role-mappings'
import { getRole, getRolePermissions } from '@plinth/api/access/roles'
import { getSecurityPolicy, getTenant } from '@plinth/api/access/tenants'
import { getSignInState, getUser } from '@plinth/api/access/users'
import { getDepositSettings } from '@plinth/api/deposits/deposit-settings'
import { getDeposit } from '@plinth/api/deposits/deposits'
import { getRefundRequest } from '@plinth/api/deposits/refund-requests'
import { listSettlements } from '@plinth/api/deposits/settlements'
import { getLetterhead } from '@plinth/api/documents/letterheads'
import { type AuditedTable, auditedRecords } from '@plinth/api/entities'
import { getBankFacility, listBankFacilityChoices } from '@plinth/api/guarantees/bank-facilities'
import { listInstrumentEvents } from '@plinth/api/guarantees/instrument-events'
import { listInstrumentLiens } from '@plinth/api/guarantees/instrument-liens'
import { getInstrument } from '@plinth/api/guarantees/instruments'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { recordOf } from '@plinth/api/kernel/entity'
import { namesOf } from '@plinth/api/kernel/record'
import { getAgreement } from '@plinth/api/money/agreements'
import { getBill } from '@plinth/api/money/bills'
import { getParty, listPartyChoices } from '@plinth/api/money/parties'
import { getStatutoryRule } from '@plinth/api/money/statutory-rules'
import { getCompanySettings } from '@plinth/api/platform/company-settings'
import { listContractImports } from '@plinth/api/platform/contract-imports'
import { listUserCalendarFeeds } from '@plinth/api/reminders/calendar-feeds'
import { getContractTerms } from '@plinth/api/tenders/contract-terms'
import { getContract } from '@plinth/api/tenders/contracts'
import { getOffice } from '@plinth/api/tenders/offices'
import { getGeneralTask } from '@plinth/api/works/general-tasks'
import { listMeasurableAgreements, listMeasurableItems } from '@plinth/api/works/measured-items'
import { getMeasurementSheet } from '@plinth/api/works/measurement-sheets'
import { getProject } from '@plinth/api/works/projects'
import { filterTasks, getTask } from '@plinth/api/works/tasks'

/** Records that follow the permissions of the record they belong to. */
const hanging = ['documents', 'notes', 'obligation_marks'] as const satisfies readonly AuditedTable[]
type Hanging = (typeof hanging)[number]

type OwnTable = Exclude<AuditedTable, Hanging>

/** The calls that show a record, where the slice of its fields has no call that answers one record, or another call shows it. */
const otherReaders: Readonly<Partial<Record<OwnTable, readonly Endpoint[]>>> = {
  contract_terms: [getContractTerms],
  contract_imports: [listContractImports, getContract],
  security_deposits: [getDeposit],
  deposit_settlements: [listSettlements],
  deposit_settings: [getDepositSettings],
  letterheads: [getLetterhead],
  instrument_events: [listInstrumentEvents],
  instrument_liens: [listInstrumentLiens],
  rule_confirmations: [getStatutoryRule],
  schedule_items: [getAgreement],
  bills: [getBill],
  measurement_lines: [getMeasurementSheet],
  company_settings: [getCompanySettings],
  profile_images: [getUser],
  user_passwords: [getSignInState],
  second_factors: [getSignInState],
  sessions: [getSignInState],
  calendar_feeds: [listUserCalendarFeeds],
  roles: [getRole],
  role_permissions: [getRolePermissions],
  user_roles: [listRoleMappings, getUser],
  // A company is told what was done to it, by operators too.
  tenants: [getTenant, getSecurityPolicy],
  modules: [getModule],
}

const isOwn = (table: AuditedTable): table is OwnTable => !hanging.some((other) => other === table)

/** The call that answers one record of the slice whose `audited` has the fields of the table. */
function ownReaders(table: OwnTable): readonly Endpoint[] {
  const [slice = ''] = Object.entries(slices).find(([, wire]) => 'audited' in wire && table in wire.audited) ?? []
  const calls = Object.values(endpointsBySlice[slice] ?? {})
  const found = calls.filter(({ method, path }) => method === 'GET' && path.endsWith('/:id'))
  if (found.length === 0) throw new Error(`${table}: name the calls that show it in readers.rules.ts`)
  return found
}

/** The calls that show a record: a person who may make one of them sees the values of such records in the trail. */
export const readers = recordOf<OwnTable, readonly Endpoint[]>(
  namesOf(auditedRecords)
    .filter(isOwn)
    .map((table) => [table, otherReaders[table] ?? ownReaders(table)]),
)

/**
 * The tables whose ids are among the changes of other records: the column that names a row, and the calls of which the caller
 * must be allowed one to see that name. Everybody sees the names of people.
 */
export const referred = {
  users: { name: 'username', shownBy: 'everybody' },
  modules: { name: 'name', shownBy: [getModule] },
  roles: { name: 'name', shownBy: [getRole, getRoleSelection, getUser] },
  contracts: { name: 'contract_name', shownBy: [getContract] },
  security_deposits: { name: 'instrument_no', shownBy: [getDeposit] },
  offices: { name: 'name', shownBy: [getOffice] },
  parties: { name: 'legal_name', shownBy: [getParty, listPartyChoices] },
  agreements: { name: 'name', shownBy: [getAgreement, listMeasurableAgreements] },
  schedule_items: { name: 'description', shownBy: [getAgreement, listMeasurableItems] },
  bank_facilities: { name: 'bank', shownBy: [getBankFacility, listBankFacilityChoices] },
  instruments: { name: 'number', shownBy: [getInstrument] },
  refund_requests: { name: 'number', shownBy: [getRefundRequest] },
  projects: { name: 'project_name', shownBy: [getProject] },
  tasks: { name: 'title', shownBy: [getTask, filterTasks] },
  general_tasks: { name: 'title', shownBy: [getGeneralTask] },
} as const satisfies Partial<Record<AuditedTable, { name: string; shownBy: readonly Endpoint[] | 'everybody' }>>
