import { type Contract, type ContractStatus, contractInput, contractStatuses } from '@plinth/api/tenders/contracts'
import { sentIn } from '../../kernel/db/statements.ts'
import type { Db } from '../../kernel/db/tenancy.ts'
import { type DayAt, pick } from '../../sample-values.ts'
import { create } from './contracts.queries.ts'
import { remarks } from './remarks.sample.ts'
import { type Department, type Row, tenders } from './tenders.sample.ts'
import { works } from './works.sample.ts'

/**
 * How each department numbers its bids: by an indent on the state's portal, on the central portal or in its own
 * register.
 */
const onPortal = (department: string, wing: string) => (indent: number, year: string) =>
  `${department}/${year}/${wing}/${indent}`
const bidIds: Record<Department, (indent: number, year: string) => string> = {
  BBMP: onPortal('BBMP', 'OW'),
  BWSSB: onPortal('BWSSB', 'WS'),
  CNNL: onPortal('CNNL', 'IR'),
  CPWD: (indent, year) => `${String(indent).padStart(2, '0')}/EE/BCD-II/${year}`,
  KIADB: onPortal('KIADB', 'OW'),
  KRIDL: onPortal('KRIDL', 'BD'),
  KUWSDB: onPortal('KUWSDB', 'WS'),
  MES: (indent, year) => `${year.slice(0, 4)}_MES_${indent}_1`,
  NHAI: (indent, year) => `${year.slice(0, 4)}_NHAI_${indent}_1`,
  PRED: onPortal('PRED', 'RD'),
  PWD: onPortal('PWD', 'RD'),
  SWR: (indent, year) => `MYS-W-${String(indent).padStart(2, '0')}-${year}`,
}

/** The office that each department deals through: by division if it has several, else always the same. */
const officesOf: Record<Department, string | Partial<Record<string, string>>> = {
  BBMP: 'Road Infrastructure, South',
  BWSSB: 'Sewerage Division, South',
  CNNL: 'Hemavathy Canal Division, Turuvekere',
  CPWD: 'Bengaluru Central Division II',
  KIADB: 'Zonal Office, Hassan',
  KRIDL: 'KRIDL Division, Hassan',
  KUWSDB: 'KUWSDB Division, Hassan',
  MES: 'Garrison Engineer (Independent), Bengaluru',
  NHAI: 'PIU Bengaluru',
  PRED: 'PRED Division, Hassan',
  PWD: {
    'Chitradurga Division': 'PWD Division, Chitradurga',
    'Sakleshpura Sub-Division': 'PWD Sub-Division, Sakleshpura',
    'Arsikere Sub-Division': 'PWD Sub-Division, Arsikere',
  },
  SWR: 'Works Branch, Mysuru Division',
}
function officeOf(department: Department, division: string): string {
  const offices = officesOf[department]
  return typeof offices === 'string' ? offices : (offices[division] ?? 'PWD Division, Hassan')
}

const holders = {
  firstClass: { licenseId: 'LIC-01', licenseHolderName: 'Demo Infra Pvt Ltd', licenseNo: 'KA/PWD/CL-I/2204' },
  secondClass: { licenseId: 'LIC-02', licenseHolderName: 'Asha Rao', licenseNo: 'KA/PWD/CL-II/0871' },
}

/** The days of a tender and of the work that follows from it, counted from today. */
interface Course {
  closing: number
  result?: number
  awarded?: number
  agreement?: number
  givenStart?: number
  givenEnd?: number
  actualStart?: number
  actualEnd?: number
  paid?: number
}

const monthsLater = (day: number, months: number) => day + Math.round(months * 30.4)

/**
 * Days from the closing of bids to the result, from the result to the award, and from the award to agreement and start.
 */
const gapDays = { result: 34, award: 9, agreement: 17, start: 30 }

const bidden = (closing: number): Course => ({ closing })
const decided = (result: number): Course => ({ ...bidden(result - gapDays.result), result })
function awarded(day: number, months: number): Course {
  const givenStart = day + gapDays.start
  return { ...decided(day - gapDays.award), awarded: day, givenStart, givenEnd: monthsLater(givenStart, months) }
}
const agreed = (day: number, months: number): Course => ({
  ...awarded(day, months),
  agreement: day + gapDays.agreement,
})
const begun = (givenStart: number, months: number, late: number): Course => ({
  ...agreed(givenStart - gapDays.start, months),
  actualStart: givenStart + late,
})
function ended(actualEnd: number, months: number, late: number, spare: number): Course {
  const course = begun(monthsLater(actualEnd + spare, -months), months, late)
  return { ...course, givenEnd: actualEnd + spare, actualEnd }
}

const isOngoing = (status: ContractStatus) =>
  ['MOBILIZED', 'WORK_IN_PROGRESS', 'ON_HOLD', 'RESUMED', 'DISPUTE', 'TERMINATED'].includes(status)
const isBilled = (status: ContractStatus) => ['PAYMENT_PENDING', 'PAYMENT_RECEIVED', 'CLOSED'].includes(status)

function courseOf(status: ContractStatus, [day, , , , , , months]: Row, nth: number): Course {
  if (['DRAFT', 'SUBMITTED', 'CANCELLED'].includes(status)) return bidden(day)
  if (status === 'REJECTED') return decided(day)
  if (['AWARDED', 'ACCEPTED'].includes(status)) return awarded(day, months)
  if (status === 'WORK_ORDER_ISSUED') return agreed(day, months)
  const late = 2 + 2 * nth
  if (isOngoing(status)) return begun(day, months, late)
  return { ...ended(day, months, late, pick([8, -21, 4], nth)), ...(isBilled(status) && { paid: day + 45 }) }
}

/** Larger works have longer bid periods and more expensive tender papers. */
const noticeDaysOf = (estimate: number) => (estimate < 20_000_000 ? 15 : estimate < 100_000_000 ? 21 : 30)
const slabs = [
  [10_000_000, 1_180],
  [20_000_000, 2_360],
  [50_000_000, 5_900],
  [100_000_000, 11_800],
  [200_000_000, 17_700],
] as const
const paperCostOf = (estimate: number) => slabs.find(([below]) => estimate < below)?.[1] ?? 29_500

const central: readonly Department[] = ['CPWD', 'MES', 'SWR']
function contractTypeOf(department: Department, estimate: number) {
  if (department === 'NHAI') return 'EPC'
  if (department === 'KUWSDB' && estimate > 100_000_000) return 'Lump sum'
  return central.includes(department) || estimate < 20_000_000 ? 'Percentage rate' : 'Item rate'
}

/** Months of defect liability: more for larger works, most on national highways. */
function liabilityOf(department: Department, estimate: number) {
  if (department === 'NHAI') return 60
  if (estimate < 20_000_000) return 12
  return estimate < 150_000_000 ? 24 : 36
}

function descriptionOf({ row: [, , , , estimate, , months], liability }: Tender) {
  const covers = estimate < 20_000_000 ? 'Single cover' : 'Two covers'
  return `${covers}. Bids stay valid for 90 days, ${months} months for the work with the monsoon, ${liability} months of defect liability.`
}

/** The financial year, which bid numbers contain. */
function accountYear(day: string) {
  const first = Number(day.slice(0, 4)) - (day.slice(5, 7) < '04' ? 1 : 0)
  return `${first}-${String(first + 1).slice(2)}`
}

const daysOf = (course: Course, dayAt: DayAt) =>
  Object.fromEntries(
    Object.entries({
      closingDate: course.closing,
      resultDate: course.result,
      awardedDate: course.awarded,
      aggreementDate: course.agreement,
      givenStartDate: course.givenStart,
      givenEndDate: course.givenEnd,
      actualStartDate: course.actualStart,
      actualEndDate: course.actualEnd,
      submittedPaymentDate: course.paid,
    }).flatMap(([name, day]) => (day === undefined ? [] : [[name, dayAt(day)]])),
  )

/** A tender of the sample, identified by its indent. `nth` counts the tenders in its status. */
export interface Tender {
  row: Row
  indent: number
  status: ContractStatus
  nth: number
  course: Course
  opening: number
  /** Months of defect liability. */
  liability: number
}

function contractOf(tender: Tender, dayAt: DayAt, offices: ReadonlyMap<string, string>) {
  const { row, status, course, opening } = tender
  const [, department, indent, contractName, estimate, percentage, , division] = row
  const year = accountYear(dayAt(opening))
  return contractInput.parse({
    bidId: bidIds[department](indent, year),
    contractName,
    referenceNo: `NIT-${indent % 10_000}/${year}`,
    description: descriptionOf(tender),
    status,
    paperCost: paperCostOf(estimate),
    tenderActualValue: estimate,
    tenderBidPercentage: percentage,
    contractType: contractTypeOf(department, estimate),
    openingDate: dayAt(opening),
    draftingDate: dayAt(Math.min(opening + 4, -1)),
    ...daysOf(course, dayAt),
    ...(estimate < 20_000_000 ? holders.secondClass : holders.firstClass),
    officeId: offices.get(officeOf(department, division)),
    contractMetadata: { division },
    ...remarks[indent],
  })
}

/** All tenders, three or more in each of the 19 statuses, in the order of their opening dates. */
export function sampleTenders(): Tender[] {
  const rows = { ...tenders, ...works }
  const all = contractStatuses.flatMap((status) =>
    (rows[status] ?? []).map((row, nth): Tender => {
      const course = courseOf(status, row, nth)
      const [, department, indent, , estimate] = row
      const opening = course.closing - noticeDaysOf(estimate)
      return { row, indent, status, nth, course, opening, liability: liabilityOf(department, estimate) }
    }),
  )
  return all.toSorted((one, other) => one.opening - other.opening)
}

/** Adds a contract of the sample. One that becomes a project is stored as awarded and gets its status afterwards. */
export const addSampleContract = async (
  db: Db,
  tender: Tender,
  { dayAt, status, offices }: { dayAt: DayAt; status: ContractStatus; offices: ReadonlyMap<string, string> },
): Promise<Contract> => (await sentIn(db, create({ ...contractOf(tender, dayAt, offices), status }))).toJSON()
