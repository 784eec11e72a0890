import { accountWords } from './access/account.words.ts'
import { authWords } from './access/auth.words.ts'
import { modulesWords } from './access/modules.words.ts'
import { passwordLinksWords } from './access/password-links.words.ts'
import { roleMappingsWords } from './access/role-mappings.words.ts'
import { rolesWords } from './access/roles.words.ts'
import { tenantsWords } from './access/tenants.words.ts'
import { usersWords } from './access/users.words.ts'
import { depositExemptionsWords } from './deposits/deposit-exemptions.words.ts'
import { depositReleasesWords } from './deposits/deposit-releases.words.ts'
import { depositsWords } from './deposits/deposits.words.ts'
import { refundRequestsWords } from './deposits/refund-requests.words.ts'
import { releaseRulesWords } from './deposits/release-rules.words.ts'
import { settlementsWords } from './deposits/settlements.words.ts'
import { documentsWords } from './documents/documents.words.ts'
import { letterTemplatesWords } from './documents/letter-templates.words.ts'
import { notesWords } from './documents/notes.words.ts'
import { bankFacilitiesWords } from './guarantees/bank-facilities.words.ts'
import { bgPlansWords } from './guarantees/bg-plans.words.ts'
import { guaranteeHeadroomWords } from './guarantees/guarantee-headroom.words.ts'
import { instrumentEventsWords } from './guarantees/instrument-events.words.ts'
import { instrumentLiensWords } from './guarantees/instrument-liens.words.ts'
import { instrumentsWords } from './guarantees/instruments.words.ts'
import type { SliceName } from './index.ts'
import type { Words } from './kernel/words.ts'
import { agreementsWords } from './money/agreements.words.ts'
import { billHeadsWords } from './money/bill-heads.words.ts'
import { billsWords } from './money/bills.words.ts'
import { partiesWords } from './money/parties.words.ts'
import { statutoryRulesWords } from './money/statutory-rules.words.ts'
import { auditTrailWords } from './platform/audit-trail.words.ts'
import { contactWords } from './platform/contact.words.ts'
import { contractImportsWords } from './platform/contract-imports.words.ts'
import { depositImportsWords } from './platform/deposit-imports.words.ts'
import { listSettingsWords } from './platform/list-settings.words.ts'
import { calendarFeedsWords } from './reminders/calendar-feeds.words.ts'
import { deadlinesWords } from './reminders/deadlines.words.ts'
import { notificationMailWords } from './reminders/notification-mail.words.ts'
import { reminderRulesWords } from './reminders/reminder-rules.words.ts'
import { watchersWords } from './reminders/watchers.words.ts'
import { contractDepositsWords } from './tenders/contract-deposits.words.ts'
import { contractsWords } from './tenders/contracts.words.ts'
import { dashboardWords } from './tenders/dashboard.words.ts'
import { officesWords } from './tenders/offices.words.ts'
import { generalTasksWords } from './works/general-tasks.words.ts'
import { measuredItemsWords } from './works/measured-items.words.ts'
import { measurementLinesWords } from './works/measurement-lines.words.ts'
import { measurementSheetsWords } from './works/measurement-sheets.words.ts'
import { projectsWords } from './works/projects.words.ts'
import { scheduleItemsWords } from './works/schedule-items.words.ts'
import { scheduleSheetsWords } from './works/schedule-sheets.words.ts'
import { siteChangesWords } from './works/site-changes.words.ts'
import { sitesWords } from './works/sites.words.ts'
import { taskSheetsWords } from './works/task-sheets.words.ts'
import { tasksWords } from './works/tasks.words.ts'

/** What the OpenAPI document says of the slices beside their endpoint values. Only the server imports it. */
export const words: { readonly [Name in SliceName]?: Words } = {
  account: accountWords,
  auth: authWords,
  modules: modulesWords,
  'password-links': passwordLinksWords,
  'role-mappings': roleMappingsWords,
  roles: rolesWords,
  tenants: tenantsWords,
  users: usersWords,
  'deposit-exemptions': depositExemptionsWords,
  'deposit-releases': depositReleasesWords,
  deposits: depositsWords,
  'refund-requests': refundRequestsWords,
  'release-rules': releaseRulesWords,
  settlements: settlementsWords,
  documents: documentsWords,
  'letter-templates': letterTemplatesWords,
  notes: notesWords,
  'bank-facilities': bankFacilitiesWords,
  'bg-plans': bgPlansWords,
  'guarantee-headroom': guaranteeHeadroomWords,
  'instrument-events': instrumentEventsWords,
  'instrument-liens': instrumentLiensWords,
  instruments: instrumentsWords,
  agreements: agreementsWords,
  'bill-heads': billHeadsWords,
  bills: billsWords,
  parties: partiesWords,
  'statutory-rules': statutoryRulesWords,
  'audit-trail': auditTrailWords,
  contact: contactWords,
  'contract-imports': contractImportsWords,
  'deposit-imports': depositImportsWords,
  'list-settings': listSettingsWords,
  'calendar-feeds': calendarFeedsWords,
  deadlines: deadlinesWords,
  'notification-mail': notificationMailWords,
  'reminder-rules': reminderRulesWords,
  watchers: watchersWords,
  'contract-deposits': contractDepositsWords,
  contracts: contractsWords,
  dashboard: dashboardWords,
  offices: officesWords,
  'general-tasks': generalTasksWords,
  'measured-items': measuredItemsWords,
  'measurement-lines': measurementLinesWords,
  'measurement-sheets': measurementSheetsWords,
  projects: projectsWords,
  'schedule-items': scheduleItemsWords,
  'schedule-sheets': scheduleSheetsWords,
  'site-changes': siteChangesWords,
  sites: sitesWords,
  'task-sheets': taskSheetsWords,
  tasks: tasksWords,
}
