import { modules } from './access/modules.entity.ts'
import { roles } from './access/roles.entity.ts'
import { tenants } from './access/tenants.entity.ts'
import { users } from './access/users.entity.ts'
import { depositExemptions } from './deposits/deposit-exemptions.entity.ts'
import { depositSettings } from './deposits/deposit-settings.entity.ts'
import { deposits } from './deposits/deposits.entity.ts'
import { depositsMoney } from './deposits/deposits-money.entity.ts'
import { refundRequests } from './deposits/refund-requests.entity.ts'
import { releaseRules } from './deposits/release-rules.entity.ts'
import { settlements } from './deposits/settlements.entity.ts'
import { documents } from './documents/documents.entity.ts'
import { letterTemplates } from './documents/letter-templates.entity.ts'
import { letterheads } from './documents/letterheads.entity.ts'
import { notes } from './documents/notes.entity.ts'
import { bankFacilities } from './guarantees/bank-facilities.entity.ts'
import { bgPlans } from './guarantees/bg-plans.entity.ts'
import { instrumentEvents } from './guarantees/instrument-events.entity.ts'
import { instrumentLiens } from './guarantees/instrument-liens.entity.ts'
import { instruments } from './guarantees/instruments.entity.ts'
import { type EntityManifest, labelOf, recordOf } from './kernel/entity.ts'
import type { ModuleName } from './kernel/permissions.ts'
import { namesOf } from './kernel/record.ts'
import { agreements } from './money/agreements.entity.ts'
import { billHeads } from './money/bill-heads.entity.ts'
import { bills } from './money/bills.entity.ts'
import { parties } from './money/parties.entity.ts'
import { statutoryRules } from './money/statutory-rules.entity.ts'
import { auditTrail } from './platform/audit-trail.entity.ts'
import { companySettings } from './platform/company-settings.entity.ts'
import { contact } from './platform/contact.entity.ts'
import { contractImports } from './platform/contract-imports.entity.ts'
import { calendarFeeds } from './reminders/calendar-feeds.entity.ts'
import { deadlines } from './reminders/deadlines.entity.ts'
import { holidays } from './reminders/holidays.entity.ts'
import { reminderRules } from './reminders/reminder-rules.entity.ts'
import { contractDeposits } from './tenders/contract-deposits.entity.ts'
import { contractTerms } from './tenders/contract-terms.entity.ts'
import { contracts } from './tenders/contracts.entity.ts'
import { offices } from './tenders/offices.entity.ts'
import { generalTasks } from './works/general-tasks.entity.ts'
import { measurementLines } from './works/measurement-lines.entity.ts'
import { measurementSheets } from './works/measurement-sheets.entity.ts'
import { projects } from './works/projects.entity.ts'
import { scheduleItems } from './works/schedule-items.entity.ts'
import { sites } from './works/sites.entity.ts'
import { tasks } from './works/tasks.entity.ts'

// Every page loads this file, so no manifest may import the schemas of its entity.

/** By room. The palette finds kinds of records in this order. */
const entities = [
  users,
  roles,
  tenants,
  modules,
  contracts,
  contractTerms,
  contractDeposits,
  offices,
  deposits,
  settlements,
  depositExemptions,
  releaseRules,
  depositSettings,
  refundRequests,
  depositsMoney,
  agreements,
  billHeads,
  bills,
  parties,
  statutoryRules,
  instruments,
  instrumentEvents,
  instrumentLiens,
  bankFacilities,
  bgPlans,
  projects,
  tasks,
  generalTasks,
  scheduleItems,
  measurementSheets,
  measurementLines,
  sites,
  deadlines,
  reminderRules,
  calendarFeeds,
  holidays,
  documents,
  notes,
  letterTemplates,
  letterheads,
  auditTrail,
  contact,
  contractImports,
  companySettings,
] as const satisfies readonly EntityManifest[]

type Entity = (typeof entities)[number]
type Lists<E> = E extends { lists: readonly (infer Name extends string)[] } ? Name : never
type Audited<E> = E extends { audited: infer Tables } ? keyof Tables : never
type Found<E> = E extends { found: infer Kind extends string } ? Kind : never

/** The names of all lists. The marks that a person has set on the home page are stored as columns of `first-steps`. */
export type ListName = Lists<Entity> | 'first-steps'
export type AuditedTable = Audited<Entity>
export type RecordKind = Found<Entity>

/** The manifests of all entities. */
export const manifests: readonly EntityManifest[] = entities

/** Whose `canView` a list needs; `first-steps` needs none. */
export const moduleOfList = recordOf<ListName, ModuleName | null>([
  ['first-steps', null],
  ...manifests.flatMap(({ module, lists = [] }) => lists.map((list) => [list, module] as const)),
])
export const listNames = namesOf(moduleOfList).toSorted()

/** The tables whose rows leave an audit trail, and what the trail calls a record of each. */
export const auditedRecords = recordOf<AuditedTable, string>(
  manifests.flatMap(({ audited = {} }) => Object.entries(audited).map(([table, label]) => [table, labelOf(label)])),
)

/** The kinds of records that the palette finds by a part of their name, and whose `canView` opens each. */
export const recordModules = recordOf<RecordKind, ModuleName>(
  manifests.flatMap(({ module, found }) => (found === undefined ? [] : [[found, module]])),
)
export const recordKinds = namesOf(recordModules)
