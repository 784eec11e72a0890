import { type Flag, flags, type ModuleName, moduleNames } from '@plinth/api/kernel/permissions'

export type Grid = Partial<Record<ModuleName, readonly Flag[]>>
export interface StartingRole {
  name: string
  description: string
  grid: Grid
}

/** Only people of the operator's own tenant may hold flags of these. */
const platformModules: readonly ModuleName[] = ['Tenants', 'Modules']

const everyModuleWith = (held: readonly Flag[], left: readonly ModuleName[]): Grid =>
  Object.fromEntries(moduleNames.filter((name) => !left.includes(name)).map((name) => [name, held]))

const view = ['canView'] as const
const write = ['canView', 'canCreate', 'canEdit'] as const

export const administrator: StartingRole = {
  name: 'Administrator',
  description: 'Everything in this company',
  grid: everyModuleWith(flags, platformModules),
}

/** What the operator's own people hold: companies, people and roles, but no customer's business. */
export const operatorAdministrator: StartingRole = {
  name: 'Administrator',
  description: 'Runs this installation',
  grid: { Tenants: flags, Modules: flags, User: flags, Role: flags, UserRoleMapping: flags, Home: view, About: view },
}

/** The roles a new company starts with, from the widest to the narrowest. */
export const startingRoles: readonly StartingRole[] = [
  administrator,
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
    grid: everyModuleWith(['canView', 'canReport'], platformModules),
  },
]
