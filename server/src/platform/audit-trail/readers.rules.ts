import { getModule } from '@plinth/api/access/modules'
import { getRoleSelection, listRoleMappings } from '@plinth/api/access/role-mappings'
import { getRole, getRolePermissions } from '@plinth/api/access/roles'
import { getSecurityPolicy, getTenant } from '@plinth/api/access/tenants'
import { getSignInState, getUser } from '@plinth/api/access/users'
import { getDepositExemption } from '@plinth/api/deposits/deposit-exemptions'
import { getDepositSettings } from '@plinth/api/deposits/deposit-settings'
import { getDeposit } from '@plinth/api/deposits/deposits'
import { getRefundRequest } from '@plinth/api/deposits/refund-requests'
import { getReleaseRule } from '@plinth/api/deposits/release-rules'
import { listSettlements } from '@plinth/api/deposits/settlements'
import { getLetterTemplate } from '@plinth/api/documents/letter-templates'
import { getLetterhead } from '@plinth/api/documents/letterheads'
import type { AuditedTable } from '@plinth/api/entities'
import { getBankFacility, listBankFacilityChoices } from '@plinth/api/guarantees/bank-facilities'
import { getBgPlan } from '@plinth/api/guarantees/bg-plans'
import { listInstrumentEvents } from '@plinth/api/guarantees/instrument-events'
import { listInstrumentLiens } from '@plinth/api/guarantees/instrument-liens'
import { getInstrument } from '@plinth/api/guarantees/instruments'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { getAgreement } from '@plinth/api/money/agreements'
import { getBillHead } from '@plinth/api/money/bill-heads'
import { getBill } from '@plinth/api/money/bills'
import { getParty, listPartyChoices } from '@plinth/api/money/parties'
import { getStatutoryRule } from '@plinth/api/money/statutory-rules'
import { getCompanySettings } from '@plinth/api/platform/company-settings'
import { listContractImports } from '@plinth/api/platform/contract-imports'
import { listUserCalendarFeeds } from '@plinth/api/reminders/calendar-feeds'
import { getHoliday } from '@plinth/api/reminders/holidays'
import { getReminderRule } from '@plinth/api/reminders/reminder-rules'
import { getContractTerms } from '@plinth/api/tenders/contract-terms'
import { getContract } from '@plinth/api/tenders/contracts'
import { getOffice } from '@plinth/api/tenders/offices'
import { getGeneralTask } from '@plinth/api/works/general-tasks'
import { listMeasurableAgreements, listMeasurableItems } from '@plinth/api/works/measured-items'
import { getMeasurementSheet } from '@plinth/api/works/measurement-sheets'
import { getProject } from '@plinth/api/works/projects'
import { filterTasks, getTask } from '@plinth/api/works/tasks'

/** Records that follow the permissions of the record they belong to. */
type Hanging = 'documents' | 'notes' | 'obligation_marks'

/** The calls that show a record: a person who may make one of them sees the values of such records in the trail. */
export const readers: Readonly<Record<Exclude<AuditedTable, Hanging>, readonly Endpoint[]>> = {
  contracts: [getContract],
  contract_terms: [getContractTerms],
  contract_imports: [listContractImports, getContract],
  security_deposits: [getDeposit],
  deposit_settlements: [listSettlements],
  deposit_exemptions: [getDepositExemption],
  deposit_settings: [getDepositSettings],
  release_rules: [getReleaseRule],
  refund_requests: [getRefundRequest],
  refund_request_items: [getRefundRequest],
  letter_templates: [getLetterTemplate],
  letterheads: [getLetterhead],
  instruments: [getInstrument],
  instrument_events: [listInstrumentEvents],
  instrument_liens: [listInstrumentLiens],
  bank_facilities: [getBankFacility],
  bg_plans: [getBgPlan],
  offices: [getOffice],
  company_rules: [getStatutoryRule],
  rule_confirmations: [getStatutoryRule],
  agreements: [getAgreement],
  schedule_items: [getAgreement],
  bill_heads: [getBillHead],
  bills: [getBill],
  measurement_sheets: [getMeasurementSheet],
  measurement_lines: [getMeasurementSheet],
  parties: [getParty],
  party_gstins: [getParty],
  party_banks: [getParty],
  projects: [getProject],
  tasks: [getTask],
  general_tasks: [getGeneralTask],
  general_task_lines: [getGeneralTask],
  holidays: [getHoliday],
  company_settings: [getCompanySettings],
  reminder_rules: [getReminderRule],
  users: [getUser],
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
