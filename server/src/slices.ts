import type { SliceName } from '@plinth/api'
import { accountSlice } from './access/account/account.routes.ts'
import { authSlice } from './access/auth/auth.routes.ts'
import { moduleSlice } from './access/modules/modules.routes.ts'
import { passwordLinkSlice } from './access/password-links/password-links.routes.ts'
import { roleMappingSlice } from './access/role-mappings/role-mappings.routes.ts'
import { roleSlice } from './access/roles/roles.routes.ts'
import { tenantSlice } from './access/tenants/tenants.routes.ts'
import { userSlice } from './access/users/users.routes.ts'
import { depositExemptionSlice } from './deposits/deposit-exemptions/deposit-exemptions.routes.ts'
import { depositReleaseSlice } from './deposits/deposit-releases/deposit-releases.routes.ts'
import { depositSettingSlice } from './deposits/deposit-settings/deposit-settings.routes.ts'
import { depositSlice } from './deposits/deposits/deposits.routes.ts'
import { depositsMoneySlice } from './deposits/deposits-money/deposits-money.routes.ts'
import { refundRequestSlice } from './deposits/refund-requests/refund-requests.routes.ts'
import { releaseRuleSlice } from './deposits/release-rules/release-rules.routes.ts'
import { settlementSlice } from './deposits/settlements/settlements.routes.ts'
import { documentSlice } from './documents/documents/documents.routes.ts'
import { letterTemplateSlice } from './documents/letter-templates/letter-templates.routes.ts'
import { letterheadSlice } from './documents/letterheads/letterheads.routes.ts'
import { noteSlice } from './documents/notes/notes.routes.ts'
import { bankFacilitySlice } from './guarantees/bank-facilities/bank-facilities.routes.ts'
import { bankLetterSlice } from './guarantees/bank-letters/bank-letters.routes.ts'
import { bgPlanSlice } from './guarantees/bg-plans/bg-plans.routes.ts'
import { guaranteeHeadroomSlice } from './guarantees/guarantee-headroom/guarantee-headroom.routes.ts'
import { instrumentEventSlice } from './guarantees/instrument-events/instrument-events.routes.ts'
import { instrumentLienSlice } from './guarantees/instrument-liens/instrument-liens.routes.ts'
import { instrumentSlice } from './guarantees/instruments/instruments.routes.ts'
import { agreementSlice } from './money/agreements/agreements.routes.ts'
import { billHeadSlice } from './money/bill-heads/bill-heads.routes.ts'
import { billItemSlice } from './money/bill-items/bill-items.routes.ts'
import { billSlice } from './money/bills/bills.routes.ts'
import { partySlice } from './money/parties/parties.routes.ts'
import { statutoryRuleSlice } from './money/statutory-rules/statutory-rules.routes.ts'
import { auditTrailSlice } from './platform/audit-trail/audit-trail.routes.ts'
import { companySettingSlice } from './platform/company-settings/company-settings.routes.ts'
import { contactSlice } from './platform/contact/contact.routes.ts'
import { contractImportSlice } from './platform/contract-imports/contract-imports.routes.ts'
import { depositImportSlice } from './platform/deposit-imports/deposit-imports.routes.ts'
import { listSettingsSlice } from './platform/list-settings/list-settings.routes.ts'
import { recordSearchSlice } from './platform/record-search/record-search.routes.ts'
import { calendarFeedSlice } from './reminders/calendar-feeds/calendar-feeds.routes.ts'
import { deadlineSlice } from './reminders/deadlines/deadlines.routes.ts'
import { holidaySlice } from './reminders/holidays/holidays.routes.ts'
import { notificationMailSlice } from './reminders/notification-mail/notification-mail.routes.ts'
import { notificationSlice } from './reminders/notifications/notifications.routes.ts'
import { reminderCoverageSlice } from './reminders/reminder-coverage/reminder-coverage.routes.ts'
import { reminderRuleSlice } from './reminders/reminder-rules/reminder-rules.routes.ts'
import { watcherSlice } from './reminders/watchers/watchers.routes.ts'
import type { Slice } from './slice.ts'
import { contractDepositSlice } from './tenders/contract-deposits/contract-deposits.routes.ts'
import { contractTermSlice } from './tenders/contract-terms/contract-terms.routes.ts'
import { contractSlice } from './tenders/contracts/contracts.routes.ts'
import { dashboardSlice } from './tenders/dashboard/dashboard.routes.ts'
import { officeSlice } from './tenders/offices/offices.routes.ts'
import { generalTaskSlice } from './works/general-tasks/general-tasks.routes.ts'
import { measuredItemSlice } from './works/measured-items/measured-items.routes.ts'
import { measurementLineSlice } from './works/measurement-lines/measurement-lines.routes.ts'
import { measurementSheetSlice } from './works/measurement-sheets/measurement-sheets.routes.ts'
import { projectSlice } from './works/projects/projects.routes.ts'
import { scheduleItemSlice } from './works/schedule-items/schedule-items.routes.ts'
import { scheduleSheetSlice } from './works/schedule-sheets/schedule-sheets.routes.ts'
import { siteChangeSlice } from './works/site-changes/site-changes.routes.ts'
import { siteSlice } from './works/sites/sites.routes.ts'
import { taskSheetSlice } from './works/task-sheets/task-sheets.routes.ts'
import { taskSlice } from './works/tasks/tasks.routes.ts'

/** The server's slices, one for each slice of the wire. */
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
  'statutory-rules': statutoryRuleSlice,
  dashboard: dashboardSlice,
  projects: projectSlice,
  tasks: taskSlice,
  'task-sheets': taskSheetSlice,
  'site-changes': siteChangeSlice,
  'general-tasks': generalTaskSlice,
  sites: siteSlice,
  documents: documentSlice,
  notes: noteSlice,
  deadlines: deadlineSlice,
  'reminder-rules': reminderRuleSlice,
  'reminder-coverage': reminderCoverageSlice,
  watchers: watcherSlice,
  notifications: notificationSlice,
  'notification-mail': notificationMailSlice,
  'calendar-feeds': calendarFeedSlice,
  holidays: holidaySlice,
  'company-settings': companySettingSlice,
  contact: contactSlice,
  'audit-trail': auditTrailSlice,
}
