import { addSampleExemptions } from '../../deposits/deposit-exemptions/deposit-exemptions.sample.ts'
import { addSampleDeposits } from '../../deposits/deposits/deposits.sample.ts'
import { addSampleNotes } from '../../documents/notes/notes.sample.ts'
import { addSampleFacilities } from '../../guarantees/bank-facilities/bank-facilities.sample.ts'
import { addSamplePlans } from '../../guarantees/bg-plans/bg-plans.sample.ts'
import { addSampleEvents } from '../../guarantees/instrument-events/instrument-events.sample.ts'
import { addSampleLiens } from '../../guarantees/instrument-liens/instrument-liens.sample.ts'
import { addSampleInstruments } from '../../guarantees/instruments/instruments.sample.ts'
import { actAs, type Db } from '../../kernel/db/tenancy.ts'
import { companyDay } from '../../kernel/records/quick-filters.ts'
import { addSampleAgreements } from '../../money/agreements/agreements.sample.ts'
import { addSampleHeads } from '../../money/bill-heads/bill-heads.sample.ts'
import { addSampleBills } from '../../money/bills/bills.sample.ts'
import { addSampleParties } from '../../money/parties/parties.sample.ts'
import { addSampleReminders } from '../../reminders/reminder-rules/reminder-rules.sample.ts'
import { type DayAt, earlier } from '../../sample-values.ts'
import { slices } from '../../slices.ts'
import { addSampleTerms } from '../../tenders/contract-terms/contract-terms.sample.ts'
import { update } from '../../tenders/contracts/contracts.queries.ts'
import { addSampleContract, sampleTenders } from '../../tenders/contracts/contracts.sample.ts'
import { named } from '../../tenders/offices/offices.queries.ts'
import { addSampleGeneralTasks } from '../../works/general-tasks/general-tasks.sample.ts'
import { addSampleMeasurements } from '../../works/measurement-sheets/measurement-sheets.sample.ts'
import { addSampleProject, sampleProjects } from '../../works/projects/projects.sample.ts'
import { addSampleSchedules } from '../../works/schedule-items/schedule-items.sample.ts'
import { addSampleSites } from '../../works/sites/sites.sample.ts'
import { addSampleTasks } from '../../works/task-sheets/task-sheets.sample.ts'

/** The users who work on the records of the sample company, by their ids. */
interface People {
  owner: string
  tenders: string
  accounts: string
  site: string
}

/**
 * Adds the contracts with their terms and deposits; contracts that get a project are stored as awarded. Returns their
 * ids by their indents.
 */
async function addContracts(db: Db, dayAt: DayAt, { accounts }: People): Promise<Map<number, string>> {
  const offices = new Map((await named(db)).map(({ name, id }) => [name, id]))
  const ids = new Map<number, string>()
  for (const tender of sampleTenders()) {
    const { indent, nth, liability } = tender
    const becomesProject = sampleProjects.some((project) => project.indent === indent)
    const status = becomesProject ? 'AWARDED' : tender.status
    const contract = await addSampleContract(db, tender, { dayAt, status, offices })
    ids.set(indent, contract.id)
    await addSampleTerms(db, { contract, status: tender.status, nth, liability }, accounts)
    await addSampleDeposits(db, { contract, status: tender.status, nth }, dayAt)
  }
  return ids
}

/** Adds the instruments behind the deposits, whose sums stay as they are. */
async function addInstruments(db: Db, dayAt: DayAt): Promise<void> {
  // Nothing happens after the database's own day, whatever day the sample is counted from.
  const today = earlier(await companyDay(db), dayAt(0))
  const guarantees = await addSampleInstruments(db, dayAt, today)
  await addSampleLiens(db, guarantees, dayAt, today)
  await addSampleEvents(db, guarantees, dayAt, today)
  await addSampleFacilities(db, dayAt)
  await addSamplePlans(db, dayAt)
}

/**
 * Adds the projects of awarded contracts, with their tasks. Returns the contract of the last one, which lists show
 * first.
 */
async function addProjects(db: Db, contracts: ReadonlyMap<number, string>, dayAt: DayAt, people: People) {
  let last = ''
  const statuses = new Map(sampleTenders().map(({ indent, status }) => [indent, status]))
  for (const project of sampleProjects) {
    last = contracts.get(project.indent) ?? ''
    const { id } = await addSampleProject(db, project, last, dayAt)
    await update(db, last, { status: statuses.get(project.indent) })
    await addSampleTasks(db, { projectId: id, work: project.work, dayAt, people })
  }
  return last
}

/**
 * Adds the records of the sample company, each slice's from its own `<slice>.sample.ts`: independent records first,
 * then those that refer to them. Returns the contract of the project that lists show first.
 */
export async function addRecords(db: Db, people: People, dayAt: DayAt): Promise<string> {
  for (const { sample } of Object.values(slices)) await sample?.(db)
  await addSampleParties(db, people, dayAt)
  const contracts = await addContracts(db, dayAt, people)
  await addSampleExemptions(db, contracts, dayAt)
  await addInstruments(db, dayAt)
  await addSampleNotes(db, contracts, people, dayAt)
  await actAs(db, people.owner)
  const last = await addProjects(db, contracts, dayAt, people)
  await addSampleSites(db, contracts)
  await addSampleAgreements(db, contracts, people, dayAt)
  await addSampleSchedules(db, people)
  await addSampleHeads(db, people, dayAt)
  await addSampleMeasurements(db, people, dayAt)
  await addSampleBills(db, people, dayAt)
  await addSampleGeneralTasks(db, contracts, people, dayAt)
  await addSampleReminders(db, people.tenders)
  return last
}
