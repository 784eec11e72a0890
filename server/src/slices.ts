import type { SliceName } from '@plinth/api'
import { accountSlice } from './account/account.routes.ts'
import { agreementSlice } from './agreements/agreements.routes.ts'
import { auditTrailSlice } from './audit-trail/audit-trail.routes.ts'
import { authSlice } from './auth/auth.routes.ts'
import { bankFacilitySlice } from './bank-facilities/bank-facilities.routes.ts'
import { bankLetterSlice } from './bank-letters/bank-letters.routes.ts'
import { bgPlanSlice } from './bg-plans/bg-plans.routes.ts'
import { billHeadSlice } from './bill-heads/bill-heads.routes.ts'
import { billItemSlice } from './bill-items/bill-items.routes.ts'
import { billSlice } from './bills/bills.routes.ts'
import { calendarFeedSlice } from './calendar-feeds/calendar-feeds.routes.ts'
import { companySettingSlice } from './company-settings/company-settings.routes.ts'
import { contactSlice } from './contact/contact.routes.ts'
import { contractDepositSlice } from './contract-deposits/contract-deposits.routes.ts'
import { contractImportSlice } from './contract-imports/contract-imports.routes.ts'
import { contractTermSlice } from './contract-terms/contract-terms.routes.ts'
import { contractSlice } from './contracts/contracts.routes.ts'
import { dashboardSlice } from './dashboard/dashboard.routes.ts'
import { depositExemptionSlice } from './deposit-exemptions/deposit-exemptions.routes.ts'
import { depositImportSlice } from './deposit-imports/deposit-imports.routes.ts'
import { depositReleaseSlice } from './deposit-releases/deposit-releases.routes.ts'
import { depositSettingSlice } from './deposit-settings/deposit-settings.routes.ts'
import { depositSlice } from './deposits/deposits.routes.ts'
import { depositsMoneySlice } from './deposits-money/deposits-money.routes.ts'
import { documentSlice } from './documents/documents.routes.ts'
import { generalTaskSlice } from './general-tasks/general-tasks.routes.ts'
import { guaranteeHeadroomSlice } from './guarantee-headroom/guarantee-headroom.routes.ts'
import { holidaySlice } from './holidays/holidays.routes.ts'
import { inboxSlice } from './inbox/inbox.routes.ts'
import { instrumentEventSlice } from './instrument-events/instrument-events.routes.ts'
import { instrumentLienSlice } from './instrument-liens/instrument-liens.routes.ts'
import { instrumentSlice } from './instruments/instruments.routes.ts'
import { letterTemplateSlice } from './letter-templates/letter-templates.routes.ts'
import { letterheadSlice } from './letterheads/letterheads.routes.ts'
import { listSettingsSlice } from './list-settings/list-settings.routes.ts'
import { measuredItemSlice } from './measured-items/measured-items.routes.ts'
import { measurementLineSlice } from './measurement-lines/measurement-lines.routes.ts'
import { measurementSheetSlice } from './measurement-sheets/measurement-sheets.routes.ts'
import { moduleSlice } from './modules/modules.routes.ts'
import { noteSlice } from './notes/notes.routes.ts'
import { notificationMailSlice } from './notification-mail/notification-mail.routes.ts'
import { obligationSlice } from './obligations/obligations.routes.ts'
import { officeSlice } from './offices/offices.routes.ts'
import { partySlice } from './parties/parties.routes.ts'
import { passwordLinkSlice } from './password-links/password-links.routes.ts'
import { projectSlice } from './projects/projects.routes.ts'
import { recordSearchSlice } from './record-search/record-search.routes.ts'
import { refundRequestSlice } from './refund-requests/refund-requests.routes.ts'
import { releaseRuleSlice } from './release-rules/release-rules.routes.ts'
import { reminderCoverageSlice } from './reminder-coverage/reminder-coverage.routes.ts'
import { reminderRuleSlice } from './reminder-rules/reminder-rules.routes.ts'
import { roleMappingSlice } from './role-mappings/role-mappings.routes.ts'
import { roleSlice } from './roles/roles.routes.ts'
import { ruleSlice } from './rules/rules.routes.ts'
import { scheduleItemSlice } from './schedule-items/schedule-items.routes.ts'
import { scheduleSheetSlice } from './schedule-sheets/schedule-sheets.routes.ts'
import { settlementSlice } from './settlements/settlements.routes.ts'
import { siteChangeSlice } from './site-changes/site-changes.routes.ts'
import type { Slice } from './slice.ts'
import { taskSheetSlice } from './task-sheets/task-sheets.routes.ts'
import { taskSlice } from './tasks/tasks.routes.ts'
import { tenantSlice } from './tenants/tenants.routes.ts'
import { userSlice } from './users/users.routes.ts'
import { watcherSlice } from './watchers/watchers.routes.ts'

/** What the server consists of: one of each slice of the wire. */
export const slices: Readonly<Record<SliceName, Slice>> = {
  auth: authSlice,
  account: accountSlice,
  'list-settings': listSettingsSlice,
  'record-search': recordSearchSlice,
  tenants: tenantSlice,
  users: userSlice,
  'password-links': passwordLinkSlice,
  modules: moduleSlice,
  roles: roleSlice,
  'role-mappings': roleMappingSlice,
  contracts: contractSlice,
  'contract-imports': contractImportSlice,
  'deposit-imports': depositImportSlice,
  offices: officeSlice,
  deposits: depositSlice,
  'contract-deposits': contractDepositSlice,
  settlements: settlementSlice,
  'deposit-releases': depositReleaseSlice,
  'deposits-money': depositsMoneySlice,
  'deposit-settings': depositSettingSlice,
  'contract-terms': contractTermSlice,
  'deposit-exemptions': depositExemptionSlice,
  'release-rules': releaseRuleSlice,
  'letter-templates': letterTemplateSlice,
  letterheads: letterheadSlice,
  'refund-requests': refundRequestSlice,
  instruments: instrumentSlice,
  'instrument-events': instrumentEventSlice,
  'instrument-liens': instrumentLienSlice,
  'bank-letters': bankLetterSlice,
  agreements: agreementSlice,
  'schedule-items': scheduleItemSlice,
  'schedule-sheets': scheduleSheetSlice,
  'bill-heads': billHeadSlice,
  bills: billSlice,
  'bill-items': billItemSlice,
  'measurement-sheets': measurementSheetSlice,
  'measurement-lines': measurementLineSlice,
  'measured-items': measuredItemSlice,
  parties: partySlice,
  'bank-facilities': bankFacilitySlice,
  'bg-plans': bgPlanSlice,
  'guarantee-headroom': guaranteeHeadroomSlice,
  rules: ruleSlice,
  dashboard: dashboardSlice,
  projects: projectSlice,
  tasks: taskSlice,
  'task-sheets': taskSheetSlice,
  'site-changes': siteChangeSlice,
  'general-tasks': generalTaskSlice,
  documents: documentSlice,
  notes: noteSlice,
  obligations: obligationSlice,
  'reminder-rules': reminderRuleSlice,
  'reminder-coverage': reminderCoverageSlice,
  watchers: watcherSlice,
  inbox: inboxSlice,
  'notification-mail': notificationMailSlice,
  'calendar-feeds': calendarFeedSlice,
  holidays: holidaySlice,
  'company-settings': companySettingSlice,
  contact: contactSlice,
  'audit-trail': auditTrailSlice,
}
