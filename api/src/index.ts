import * as account from './account.ts'
import * as agreements from './agreements.ts'
import * as auditTrail from './audit-trail.ts'
import * as auth from './auth.ts'
import * as bankFacilities from './bank-facilities.ts'
import * as bankLetters from './bank-letters.ts'
import * as bgPlans from './bg-plans.ts'
import * as billHeads from './bill-heads.ts'
import * as billItems from './bill-items.ts'
import * as bills from './bills.ts'
import * as calendarFeeds from './calendar-feeds.ts'
import * as companySettings from './company-settings.ts'
import * as contact from './contact.ts'
import * as contractDeposits from './contract-deposits.ts'
import * as contractImports from './contract-imports.ts'
import * as contractTerms from './contract-terms.ts'
import * as contracts from './contracts.ts'
import * as dashboard from './dashboard.ts'
import * as depositExemptions from './deposit-exemptions.ts'
import * as depositImports from './deposit-imports.ts'
import * as depositReleases from './deposit-releases.ts'
import * as depositSettings from './deposit-settings.ts'
import * as deposits from './deposits.ts'
import * as depositsMoney from './deposits-money.ts'
import * as documents from './documents.ts'
import * as generalTasks from './general-tasks.ts'
import * as guaranteeHeadroom from './guarantee-headroom.ts'
import * as holidays from './holidays.ts'
import * as inbox from './inbox.ts'
import * as instrumentEvents from './instrument-events.ts'
import * as instrumentLiens from './instrument-liens.ts'
import * as instruments from './instruments.ts'
import type { Endpoint } from './kernel/endpoint.ts'
import * as letterTemplates from './letter-templates.ts'
import * as letterheads from './letterheads.ts'
import * as listSettings from './list-settings.ts'
import * as measuredItems from './measured-items.ts'
import * as measurementLines from './measurement-lines.ts'
import * as measurementSheets from './measurement-sheets.ts'
import * as modules from './modules.ts'
import * as notes from './notes.ts'
import * as notificationMail from './notification-mail.ts'
import * as obligations from './obligations.ts'
import * as offices from './offices.ts'
import * as parties from './parties.ts'
import * as passwordLinks from './password-links.ts'
import * as projects from './projects.ts'
import * as recordSearch from './record-search.ts'
import * as refundRequests from './refund-requests.ts'
import * as releaseRules from './release-rules.ts'
import * as reminderCoverage from './reminder-coverage.ts'
import * as reminderRules from './reminder-rules.ts'
import * as roleMappings from './role-mappings.ts'
import * as roles from './roles.ts'
import * as rules from './rules.ts'
import * as scheduleItems from './schedule-items.ts'
import * as scheduleSheets from './schedule-sheets.ts'
import * as settlements from './settlements.ts'
import * as siteChanges from './site-changes.ts'
import * as taskSheets from './task-sheets.ts'
import * as tasks from './tasks.ts'
import * as tenants from './tenants.ts'
import * as users from './users.ts'
import * as watchers from './watchers.ts'

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
  rules,
  dashboard,
  projects,
  tasks,
  'task-sheets': taskSheets,
  'site-changes': siteChanges,
  'general-tasks': generalTasks,
  documents,
  notes,
  obligations,
  'reminder-rules': reminderRules,
  'reminder-coverage': reminderCoverage,
  watchers,
  inbox,
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
