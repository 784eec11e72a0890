import type { ModuleName } from './kernel/permissions.ts'
import { namesOf } from './kernel/record.ts'

// What every list, the audit trail and the palette are to know of each entity. It stands here and not in the slices, all of
// whose schemas would come along into the first load.

/** The lists of the product by their own names; what a person has ticked of the first steps stands as its columns. */
export const listNames = [
  'agreements',
  'audit-trail',
  'bank-facilities',
  'bg-plans',
  'contact-messages',
  'contracts',
  'contract-deposits',
  'deposit-register',
  'deposits',
  'deposits-money',
  'first-steps',
  'general-tasks',
  'instruments',
  'measurement-sheets',
  'modules',
  'offices',
  'parties',
  'projects',
  'refund-requests',
  'release-rules',
  'roles',
  'tenants',
  'users',
] as const
export type ListName = (typeof listNames)[number]

/** The records that leave a trail, by what the trail calls them, and what they are called on the screen. */
export const auditedRecords = {
  contracts: 'Contract',
  security_deposits: 'Security deposit',
  deposit_settlements: 'Settlement of a deposit',
  instruments: 'Instrument',
  instrument_events: 'Event of an instrument',
  instrument_liens: 'Lien on a deposit receipt',
  bank_facilities: 'Limit of a bank',
  bg_plans: 'Planned guarantee',
  company_rules: 'Rule of law or practice',
  rule_confirmations: 'Confirmation of a rule',
  contract_terms: 'Terms of a contract',
  deposit_exemptions: 'Exemption from a deposit',
  release_rules: 'Rule of release',
  deposit_settings: 'Settings of deposits',
  refund_requests: 'Refund request',
  refund_request_items: 'Deposit of a refund request',
  letter_templates: 'Letter template',
  letterheads: 'Letterhead',
  contract_imports: 'Bulk upload',
  offices: 'Office',
  agreements: 'Agreement',
  schedule_items: 'Schedule item',
  bill_heads: 'Bill head',
  measurement_sheets: 'Measurement sheet',
  measurement_lines: 'Measured line',
  parties: 'Party',
  party_gstins: 'GSTIN of a party',
  party_banks: 'Bank account of a party',
  projects: 'Project',
  tasks: 'Task',
  general_tasks: 'General task',
  general_task_lines: 'Line of a checklist',
  documents: 'Document',
  notes: 'Note',
  obligation_marks: 'Waived duty',
  calendar_feeds: 'Calendar',
  holidays: 'Holiday',
  company_settings: 'Days of work',
  reminder_rules: 'Rule of reminders',
  users: 'User',
  user_passwords: 'Password',
  second_factors: 'Second factor',
  profile_images: 'Picture',
  sessions: 'Session',
  roles: 'Role',
  role_permissions: 'Permissions of a role',
  user_roles: 'Role of a user',
  tenants: 'Company',
  modules: 'Module',
} as const

/** The records that are found by a part of a name, whatever their kind, and whose canView opens them. */
export const recordModules = {
  users: 'User',
  tenants: 'Tenants',
  contracts: 'Contracts',
  offices: 'Contracts',
  agreements: 'Payments',
  parties: 'Payments',
  instruments: 'Contracts',
  projects: 'Projects',
  tasks: 'Project Tasks',
  general_tasks: 'General Tasks',
} as const satisfies Record<string, ModuleName>
export type RecordKind = keyof typeof recordModules
export const recordKinds = namesOf(recordModules)
