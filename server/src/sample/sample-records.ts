import { type ContractStatus, contractInput, contractStatuses } from '@plinth/api/contracts'
import { depositInput, depositStatuses } from '@plinth/api/deposits'
import { fromContract, type Project, projectInput } from '@plinth/api/projects'
import { maxTaskLevel, taskInput } from '@plinth/api/tasks'
import * as contracts from '../contracts/contracts.queries.ts'
import * as deposits from '../deposits/deposits.queries.ts'
import type { Db } from '../kernel/tenancy.ts'
import * as projects from '../projects/projects.queries.ts'
import type { PlannedTask } from '../task-sheets/plan.rules.ts'
import { addTasks } from '../task-sheets/task-sheets.queries.ts'

/** An item of a list by a running number, starting over at its end. */
function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length]
  if (item === undefined) throw new Error('there is nothing to pick from')
  return item
}

const works = [
  'Widening and strengthening of',
  'Construction of minor bridge on',
  'Cement concrete road from',
  'Storm water drain along',
  'Resurfacing of',
  'Construction of school building at',
  'Rising main and pumping station for',
  'Rehabilitation of canal lining near',
  'Compound wall and site development at',
  'Street lighting along',
] as const
const places = [
  'SH-17 Hassan to Arsikere',
  'Ward 42, Bengaluru South',
  'Tumakuru ring road',
  'Kolar district hospital',
  'Mandya industrial estate',
  'Udupi coastal stretch',
] as const
const departments = ['PWD', 'NHAI', 'KRIDL', 'BBMP', 'CPWD', 'KUWSDB'] as const
const contractTypes = ['Item rate', 'Percentage rate', 'Lump sum', 'EPC'] as const
const holders = [
  { licenseId: 'LIC-01', licenseHolderName: 'Demo Infra Pvt Ltd', licenseNo: 'KA/PWD/CL-I/2204' },
  { licenseId: 'LIC-02', licenseHolderName: 'Asha Rao', licenseNo: 'KA/PWD/CL-II/0871' },
] as const
const banks = ['State Bank of India', 'Canara Bank', 'HDFC Bank', 'Union Bank of India'] as const
const depositTypes = ['EMD', 'Performance security', 'Security deposit', 'Additional performance security'] as const

const contractCount = 60

/** The day so many days from the first of July 2025. */
const dayAt = (days: number) => new Date(Date.UTC(2025, 6, 1 + days)).toISOString().slice(0, 10)
const daysTo = (day: string | null) => (Date.parse(day ?? dayAt(120)) - Date.UTC(2025, 6, 1)) / 86_400_000

const afterAward = contractStatuses.filter(
  (status) => !['DRAFT', 'SUBMITTED', 'AWARDED', 'REJECTED', 'CANCELLED'].includes(status),
)

function contractAt(index: number, status: ContractStatus) {
  const estimate = 1_800_000 + ((index * 7_919) % 97) * 465_250
  const opening = index * 5
  const awarded = status === 'AWARDED' || afterAward.includes(status)
  return contractInput.parse({
    bidId: `${pick(departments, index)}/2025-26/${String(101 + index)}`,
    contractName: `${pick(works, index)} ${pick(places, Math.floor(index / 2))}`,
    referenceNo: `NIT-${String(2025_000 + index * 3)}`,
    description: 'Including all materials, labour, machinery and taxes, as per the schedule of the tender notice.',
    status,
    paperCost: 1_000 + (index % 9) * 590,
    tenderActualValue: estimate,
    tenderBidPercentage: (((index * 37) % 290) - 185) / 10,
    contractType: pick(contractTypes, index),
    openingDate: dayAt(opening),
    closingDate: dayAt(opening + 21),
    ...(status !== 'DRAFT' && { draftingDate: dayAt(opening + 3), resultDate: dayAt(opening + 40) }),
    ...(awarded && {
      awardedDate: dayAt(opening + 45),
      givenStartDate: dayAt(opening + 60),
      givenEndDate: dayAt(opening + 425),
    }),
    ...(afterAward.includes(status) && { aggreementDate: dayAt(opening + 52) }),
    ...(['MOBILIZED', 'WORK_IN_PROGRESS', 'COMPLETED', 'CLOSED'].includes(status) && {
      actualStartDate: dayAt(opening + 66),
    }),
    ...(status === 'TERMINATED' && { terminationReason: 'Site was not handed over within the agreed time.' }),
    ...pick(holders, index),
    contractMetadata: { department: pick(departments, index), division: `Division ${1 + (index % 4)}` },
  })
}

function depositAt(index: number, estimate: number) {
  const status = pick(depositStatuses, index)
  const isBack = ['RETURNED', 'RELEASED', 'REFUNDED'].includes(status)
  const bank = pick(banks, index)
  return depositInput.parse({
    depositType: pick(depositTypes, Math.floor(index / 2)),
    instrumentNo: `${pick(['DD', 'FDR', 'BG', 'NEFT'], index)}${String(440_210 + index * 17)}`,
    amount: Math.round(estimate * pick([0.02, 0.05, 0.025, 0.03], Math.floor(index / 2))),
    depositCreatedDate: dayAt(index * 3),
    depositSubmitedDate: dayAt(index * 3 + 4),
    ...(isBack && { depositeReturnedDate: dayAt(index * 3 + 74), depositTransferedOwnAcDate: dayAt(index * 3 + 78) }),
    bankName: bank,
    bankAccountNo: String(30_200_100_000 + index * 131),
    accountHolderName: 'Demo Infra Pvt Ltd',
    bankAddress: `${bank}, M G Road, Bengaluru`,
    status,
  })
}

/**
 * Sixty contracts, at least three in each of the 19 statuses, most with one or two deposits. Returns the ids of those
 * that get a project: they are stored as awarded and take their later status afterwards.
 */
export async function addContracts(db: Db): Promise<{ id: string; status: ContractStatus }[]> {
  const becomeProjects: { id: string; status: ContractStatus }[] = []
  for (let index = 0; index < contractCount; index += 1) {
    const status = pick(contractStatuses, index)
    const becomesProject =
      ['AWARDED', 'WORK_IN_PROGRESS', 'MOBILIZED', 'COMPLETED'].includes(status) &&
      becomeProjects.length < 6 &&
      index > 4
    const stored = (await contracts.create(db, contractAt(index, becomesProject ? 'AWARDED' : status))).toJSON()
    if (becomesProject) becomeProjects.push({ id: stored.id, status })
    for (let place = 0; place < index % 3; place += 1)
      await deposits.create(db, stored.id, depositAt(index * 2 + place, stored.tenderActualValue ?? 0))
  }
  return becomeProjects
}

const taskCount = 400
const phases = ['Mobilisation', 'Earthwork', 'Structures', 'Finishing', 'Handing over'] as const
const packages = ['Survey and setting out', 'Excavation', 'Reinforcement', 'Concrete', 'Testing'] as const
const steps = ['Material approval', 'Execution', 'Curing', 'Measurement', 'Rectification'] as const
const details = ['Left side', 'Right side', 'Approach', 'Joint', 'Record entry'] as const
const reaches = ['Reach 1', 'Reach 2', 'Reach 3'] as const
const titles = [phases, reaches, packages, steps, details] as const
const units = ['cum', 'sqm', 'rmt', 'MT', 'nos'] as const

/** The days from the first to the last, as numbers that `dayAt` takes. */
interface Slot {
  start: number
  end: number
}

interface Plan extends Slot {
  /** Its place in the tree, such as 1.2.3. */
  number: string
  level: number
  index: number
}

/** The day on which the sample company stands. */
const sampleDay = 500

const past = ['COMPLETED', 'APPROVED', 'COMPLETED', 'UNDER_REVIEW', 'TERMINATED', 'COMPLETED', 'CANCELLED'] as const
const present = ['IN_PROGRESS', 'INITIATED', 'ON_HOLD', 'IN_PROGRESS', 'REJECTED', 'REOPENED', 'UNDER_REVIEW'] as const
const future = ['PLANNED', 'DRAFT', 'ASSIGNED'] as const

/** Above the last level nothing is approved, since not all below it is. */
function statusAt({ level, index, start, end }: Plan) {
  const status = pick(end < sampleDay ? past : start > sampleDay ? future : present, index)
  return status === 'APPROVED' && level < maxTaskLevel ? 'COMPLETED' : status
}

/** Packages of work are estimated as a whole, and again by the steps below them; the phases above are sums alone. */
function figuresAt({ level, index }: Plan, isDone: boolean) {
  if (level === 0) return {}
  const estimatedQuantity = (40 + ((index * 31) % 460)) * (level === 1 ? 12 : 1)
  const estimatedRate = 180 + ((index * 17) % 90) * 25.5
  const effort = (8 + (index % 40)) * (level === 1 ? 10 : 1)
  const isOver = index % 7 === 0
  return {
    estimatedQuantity,
    units: pick(units, index),
    estimatedRate,
    estimatedEffortHours: effort,
    ...(isDone && {
      actualQuantity: Math.round(estimatedQuantity * (isOver ? 1.12 : 0.97)),
      actualRate: isOver ? estimatedRate + 12 : estimatedRate,
      actualEffortHours: effort + (isOver ? 6 : -1),
    }),
  }
}

/** As a row of a sheet of the project would make it. */
function taskAt(projectId: string, plan: Plan, engineer: string): PlannedTask {
  const { number, level, index, start, end } = plan
  const status = statusAt(plan)
  const isDone = status === 'COMPLETED' || status === 'APPROVED'
  const isBegun = isDone || (start <= sampleDay && status !== 'CANCELLED')
  const values = taskInput.parse({
    projectId,
    title: `${pick(titles[level] ?? details, index)}${level > 1 ? `, chainage ${index % 12}+${String((index * 130) % 1000).padStart(3, '0')}` : ''}`,
    ...figuresAt(plan, isDone),
    taxPercentage: 18,
    status,
    ...(status === 'REJECTED' && { rejectionReason: 'Levels differ from the drawing by more than 10 mm' }),
    priority: pick(['MEDIUM', 'HIGH', 'LOW', 'MEDIUM', 'URGENT', 'BLOCKER'] as const, index),
    taskType: pick(['Civil', 'Electrical', 'Survey', 'Quality'], index),
    givenStartDate: dayAt(start),
    givenEndDate: dayAt(end),
    actualStartDate: isBegun ? dayAt(start + (index % 4)) : null,
    actualEndDate: isDone ? dayAt(Math.max(start + (index % 4), end + (index % 5) - 3)) : null,
    progress: isDone ? 100 : isBegun ? 10 + ((index * 13) % 80) : 0,
    isMilestone: index % 23 === 0,
    isBillable: level < 3,
    assignedTo: index % 4 === 0 ? engineer : null,
  })
  const row = { row: index + 1, refId: number, number, given: {}, typed: {}, faults: [], notes: [] }
  return { row, number, stored: undefined, values }
}

/** Children of every parent, level by level, until the project has its share; they follow each other in its time. */
function tasksOf(project: Project, share: number, engineer: string): PlannedTask[] {
  const widths = [3, 2, 2, 2, 2]
  const whole = { start: daysTo(project.givenStartDate), end: daysTo(project.givenEndDate) }
  const planned: PlannedTask[] = []
  let parents: (Slot & { number: string })[] = [{ number: '', ...whole }]
  for (const [level, width] of widths.entries()) {
    const next: typeof parents = []
    for (const parent of parents) {
      const days = (parent.end - parent.start + 1) / width
      for (let place = 0; place < width && planned.length < share; place += 1) {
        const start = parent.start + Math.round(days * place)
        const end = Math.max(start, parent.start + Math.round(days * (place + 1)) - 1)
        const number = parent.number ? `${parent.number}.${place + 1}` : String(place + 1)
        planned.push(taskAt(project.id, { number, level, index: planned.length, start, end }, engineer))
        next.push({ number, start, end })
      }
    }
    parents = next
  }
  return planned
}

/** Six projects from awarded contracts and four hundred tasks on five levels among them. */
export async function addProjects(
  db: Db,
  awarded: { id: string; status: ContractStatus }[],
  engineer: string,
): Promise<void> {
  const statuses = ['INITIATED', 'IN_PROGRESS', 'IN_PROGRESS', 'ON_HOLD', 'UNDER_REVIEW', 'COMPLETED'] as const
  for (const [index, { id, status }] of awarded.entries()) {
    const project = await projects.create(
      db,
      projectInput.parse({ contractId: id, ...fromContract, status: pick(statuses, index) }),
    )
    if (status !== 'AWARDED') await contracts.update(db, id, { status })
    const share = Math.floor(taskCount / awarded.length) + (index < taskCount % awarded.length ? 1 : 0)
    await addTasks(db, project.id, tasksOf(project, share, engineer), [])
  }
}
