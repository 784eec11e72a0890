import { getAgreement } from '@plinth/api/agreements'
import { getBankFacility, listBankFacilityChoices } from '@plinth/api/bank-facilities'
import { getBgPlan } from '@plinth/api/bg-plans'
import { getBillHead } from '@plinth/api/bill-heads'
import { getBill } from '@plinth/api/bills'
import { listUserCalendarFeeds } from '@plinth/api/calendar-feeds'
import { getCompanySettings } from '@plinth/api/company-settings'
import { listContractImports } from '@plinth/api/contract-imports'
import { getContractTerms } from '@plinth/api/contract-terms'
import { getContract } from '@plinth/api/contracts'
import { getDepositExemption } from '@plinth/api/deposit-exemptions'
import { getDepositSettings } from '@plinth/api/deposit-settings'
import { getDeposit } from '@plinth/api/deposits'
import { getGeneralTask } from '@plinth/api/general-tasks'
import { getHoliday } from '@plinth/api/holidays'
import { listInstrumentEvents } from '@plinth/api/instrument-events'
import { listInstrumentLiens } from '@plinth/api/instrument-liens'
import { getInstrument } from '@plinth/api/instruments'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { getLetterTemplate } from '@plinth/api/letter-templates'
import { getLetterhead } from '@plinth/api/letterheads'
import { listMeasurableAgreements, listMeasurableItems } from '@plinth/api/measured-items'
import { getMeasurementSheet } from '@plinth/api/measurement-sheets'
import { getModule } from '@plinth/api/modules'
import type { auditedRecords } from '@plinth/api/names'
import { getOffice } from '@plinth/api/offices'
import { getParty, listPartyChoices } from '@plinth/api/parties'
import { getProject } from '@plinth/api/projects'
import { getRefundRequest } from '@plinth/api/refund-requests'
import { getReleaseRule } from '@plinth/api/release-rules'
import { getReminderRule } from '@plinth/api/reminder-rules'
import { getRoleSelection, listRoleMappings } from '@plinth/api/role-mappings'
import { getRole, getRolePermissions } from '@plinth/api/roles'
import { getRule } from '@plinth/api/rules'
import { listSettlements } from '@plinth/api/settlements'
import { filterTasks, getTask } from '@plinth/api/tasks'
import { getSecurityPolicy, getTenant } from '@plinth/api/tenants'
import { getSignInState, getUser } from '@plinth/api/users'

/** Kinds of records of which each follows the permissions of what it hangs on. */
type Hanging = 'documents' | 'notes' | 'obligation_marks'

/** The calls that show a record of each kind: a person who may make one of them reads the values of such records in the trail. */
export const readers: Readonly<Record<Exclude<keyof typeof auditedRecords, Hanging>, readonly Endpoint[]>> = {
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
  company_rules: [getRule],
  rule_confirmations: [getRule],
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

/** The calls that show what a record is called to whom its values are not shown; people are named to everybody. */
export const namers = {
  users: 'everybody',
  modules: [getModule],
  roles: [getRole, getRoleSelection, getUser],
  contracts: [getContract],
  security_deposits: [getDeposit],
  offices: [getOffice],
  parties: [getParty, listPartyChoices],
  agreements: [getAgreement, listMeasurableAgreements],
  schedule_items: [getAgreement, listMeasurableItems],
  bank_facilities: [getBankFacility, listBankFacilityChoices],
  instruments: [getInstrument],
  refund_requests: [getRefundRequest],
  projects: [getProject],
  tasks: [getTask, filterTasks],
  general_tasks: [getGeneralTask],
} as const satisfies Record<string, readonly Endpoint[] | 'everybody'>
