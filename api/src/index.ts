import * as account from './access/account.ts'
import * as auth from './access/auth.ts'
import * as modules from './access/modules.ts'
import * as passwordLinks from './access/password-links.ts'
import * as roleMappings from './access/role-mappings.ts'
import * as roles from './access/roles.ts'
import * as tenants from './access/tenants.ts'
import * as users from './access/users.ts'
import * as depositExemptions from './deposits/deposit-exemptions.ts'
import * as depositReleases from './deposits/deposit-releases.ts'
import * as depositSettings from './deposits/deposit-settings.ts'
import * as deposits from './deposits/deposits.ts'
import * as depositsMoney from './deposits/deposits-money.ts'
import * as refundRequests from './deposits/refund-requests.ts'
import * as releaseRules from './deposits/release-rules.ts'
import * as settlements from './deposits/settlements.ts'
import * as documents from './documents/documents.ts'
import * as letterTemplates from './documents/letter-templates.ts'
import * as letterheads from './documents/letterheads.ts'
import * as notes from './documents/notes.ts'
import * as bankFacilities from './guarantees/bank-facilities.ts'
import * as bankLetters from './guarantees/bank-letters.ts'
import * as bgPlans from './guarantees/bg-plans.ts'
import * as guaranteeHeadroom from './guarantees/guarantee-headroom.ts'
import * as instrumentEvents from './guarantees/instrument-events.ts'
import * as instrumentLiens from './guarantees/instrument-liens.ts'
import * as instruments from './guarantees/instruments.ts'
import type { Endpoint } from './kernel/endpoint.ts'
import * as agreements from './money/agreements.ts'
import * as billHeads from './money/bill-heads.ts'
import * as billItems from './money/bill-items.ts'
import * as bills from './money/bills.ts'
import * as parties from './money/parties.ts'
import * as statutoryRules from './money/statutory-rules.ts'
import * as auditTrail from './platform/audit-trail.ts'
import * as companySettings from './platform/company-settings.ts'
import * as contact from './platform/contact.ts'
import * as contractImports from './platform/contract-imports.ts'
import * as depositImports from './platform/deposit-imports.ts'
import * as listSettings from './platform/list-settings.ts'
import * as recordSearch from './platform/record-search.ts'
import * as calendarFeeds from './reminders/calendar-feeds.ts'
import * as deadlines from './reminders/deadlines.ts'
import * as holidays from './reminders/holidays.ts'
import * as notificationMail from './reminders/notification-mail.ts'
import * as notifications from './reminders/notifications.ts'
import * as reminderCoverage from './reminders/reminder-coverage.ts'
import * as reminderRules from './reminders/reminder-rules.ts'
import * as watchers from './reminders/watchers.ts'
import * as contractDeposits from './tenders/contract-deposits.ts'
import * as contractTerms from './tenders/contract-terms.ts'
import * as contracts from './tenders/contracts.ts'
import * as dashboard from './tenders/dashboard.ts'
import * as offices from './tenders/offices.ts'
import * as generalTasks from './works/general-tasks.ts'
import * as measuredItems from './works/measured-items.ts'
import * as measurementLines from './works/measurement-lines.ts'
import * as measurementSheets from './works/measurement-sheets.ts'
import * as projects from './works/projects.ts'
import * as scheduleItems from './works/schedule-items.ts'
import * as scheduleSheets from './works/schedule-sheets.ts'
import * as siteChanges from './works/site-changes.ts'
import * as sites from './works/sites.ts'
import * as taskSheets from './works/task-sheets.ts'
import * as tasks from './works/tasks.ts'

/** The slices of the wire by their names: what each exports are its calls, what goes in and comes out of them, and what it is `about`. */
export const slices = {
  auth,
  account,
  agreements,
  'schedule-items': scheduleItems,
  'schedule-sheets': scheduleSheets,
  'bill-heads': billHeads,
  bills,
  'bill-items': billItems,
  'measurement-sheets': measurementSheets,
  'measurement-lines': measurementLines,
  'measured-items': measuredItems,
  'list-settings': listSettings,
  'record-search': recordSearch,
  tenants,
  users,
  'password-links': passwordLinks,
  modules,
  roles,
  'role-mappings': roleMappings,
  contracts,
  'contract-imports': contractImports,
  'deposit-imports': depositImports,
  offices,
  deposits,
  'contract-deposits': contractDeposits,
  settlements,
  'deposit-releases': depositReleases,
  'deposits-money': depositsMoney,
  'deposit-settings': depositSettings,
  'contract-terms': contractTerms,
  'deposit-exemptions': depositExemptions,
  'release-rules': releaseRules,
  'letter-templates': letterTemplates,
  letterheads,
  'refund-requests': refundRequests,
  instruments,
  'instrument-events': instrumentEvents,
  'instrument-liens': instrumentLiens,
  'bank-letters': bankLetters,
  parties,
  'bank-facilities': bankFacilities,
  'bg-plans': bgPlans,
  'guarantee-headroom': guaranteeHeadroom,
  'statutory-rules': statutoryRules,
  dashboard,
  projects,
  tasks,
  'task-sheets': taskSheets,
  'site-changes': siteChanges,
  'general-tasks': generalTasks,
  sites,
  documents,
  notes,
  deadlines,
  'reminder-rules': reminderRules,
  'reminder-coverage': reminderCoverage,
  watchers,
  notifications,
  'notification-mail': notificationMail,
  'calendar-feeds': calendarFeeds,
  holidays,
  'company-settings': companySettings,
  contact,
  'audit-trail': auditTrail,
} as const
export type SliceName = keyof typeof slices

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'allow' in value && 'path' in value

/** The calls of each slice by their names. */
export const endpointsBySlice: Readonly<Record<string, Record<string, Endpoint>>> = Object.fromEntries(
  Object.entries(slices).map(([name, slice]) => [
    name,
    Object.fromEntries(Object.entries(slice).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))),
  ]),
)

/** Every call of the wire by its name: routes, OpenAPI and the access tests are made from this. */
export const endpoints: Record<string, Endpoint> = Object.fromEntries(
  Object.values(endpointsBySlice).flatMap((calls) => Object.entries(calls)),
)
