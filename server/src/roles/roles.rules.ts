import { type Flag, flags, type ModuleName } from '@plinth/api/kernel/permissions'

export interface StartingRole {
  name: string
  description: string
  grid: Partial<Record<ModuleName, readonly Flag[]>>
  /** Flags on every other module that the company can use, those that operators have entered too. */
  elsewhere?: readonly Flag[]
}

const view = ['canView'] as const
const write = ['canView', 'canCreate', 'canEdit'] as const

/** What the operator's own people hold: companies, people and roles, but no customer's business. */
export const operatorAdministrator: StartingRole = {
  name: 'Administrator',
  description: 'Runs this installation',
  grid: { Tenants: flags, Modules: flags, User: flags, Role: flags, UserRoleMapping: flags, Home: view, About: view },
}

/** The roles a new company starts with, from the widest to the narrowest. */
export const startingRoles: readonly StartingRole[] = [
  { name: 'Administrator', description: 'Everything in this company', grid: {}, elsewhere: flags },
  {
    name: 'Tender executive',
    description: 'Prepares tenders, follows deposits, starts projects from awards',
    grid: {
      Home: view,
      About: view,
      Contracts: [...write, 'canReport'],
      Projects: write,
      'Project Tasks': view,
      Reminders: view,
      Notification: view,
    },
  },
  {
    name: 'Accounts',
    description: 'Deposits, payments and tax',
    grid: {
      Home: view,
      About: view,
      Contracts: ['canView', 'canEdit', 'canReport'],
      Projects: view,
      Payments: write,
      GST: write,
      Payroll: write,
      Reports: ['canView', 'canReport'],
    },
  },
  {
    name: 'Project manager',
    description: 'Delivers projects and their tasks',
    grid: {
      Home: view,
      About: view,
      Contracts: view,
      Projects: [...write, 'canReport'],
      'Project Tasks': flags,
      Inventories: write,
      Attendance: view,
      Vehicles: view,
    },
  },
  {
    name: 'Site engineer',
    description: 'Reports progress from the site',
    grid: { Home: view, About: view, Projects: view, 'Project Tasks': write, Inventories: view, Attendance: write },
  },
  {
    name: 'Auditor',
    description: 'Reads and exports, changes nothing',
    grid: {},
    elsewhere: ['canView', 'canReport'],
  },
]
