import { updateUser } from '@plinth/api/access/users'
import { updateDepositExemption } from '@plinth/api/deposits/deposit-exemptions'
import { updateDeposit } from '@plinth/api/deposits/deposits'
import {
  type DocumentEntity,
  deleteDocument,
  setDocumentValidity,
  uploadDocument,
} from '@plinth/api/documents/documents'
import { updateBankFacility } from '@plinth/api/guarantees/bank-facilities'
import type { InstrumentEventKind } from '@plinth/api/guarantees/instrument-moves'
import type { CallInput } from '@plinth/api/kernel/client'
import { daysBetween } from '@plinth/api/kernel/later-days'
import { updateCompanySettings } from '@plinth/api/platform/company-settings'
import {
  countDeadlines,
  type Deadline,
  type DeadlineKind,
  deadlineKindNames,
  deadlineKinds,
  deleteDeadlineMark,
  filterDeadlines,
  setDeadlineMark,
} from '@plinth/api/reminders/deadlines'
import { type Holiday, updateHoliday } from '@plinth/api/reminders/holidays'
import { coverageStates, filterCoverage } from '@plinth/api/reminders/reminder-coverage'
import { updateContract } from '@plinth/api/tenders/contracts'
import { setGeneralTaskState } from '@plinth/api/works/general-tasks'
import { updateProject } from '@plinth/api/works/projects'
import { updateTask } from '@plinth/api/works/tasks'
import { describe, expect, inject, test } from 'vitest'
import { newExemption } from '../../deposits/deposit-exemptions/deposit-exemptions.factory.ts'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { documentForm, textFile } from '../../documents/documents/documents.factory.ts'
import { newFacility } from '../../guarantees/bank-facilities/bank-facilities.factory.ts'
import { newPlan } from '../../guarantees/bg-plans/bg-plans.factory.ts'
import { newEvent } from '../../guarantees/instrument-events/instrument-events.factory.ts'
import { newGuarantee, newInstrument, newReceipt } from '../../guarantees/instruments/instruments.factory.ts'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import { dayFromToday as day } from '../../kernel/testing/days.ts'
import { setTerms } from '../../tenders/contract-terms/contract-terms.factory.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startSuite } from '../../testing/test-server.ts'
import { newGeneralTask } from '../../works/general-tasks/general-tasks.factory.ts'
import { newProject } from '../../works/projects/projects.factory.ts'
import { newTask } from '../../works/tasks/tasks.factory.ts'
import { newFeed } from '../calendar-feeds/calendar-feeds.factory.ts'
import { eventsIn, fetchCalendar } from '../calendar-feeds/calendar-texts.factory.ts'
import { newHoliday } from '../holidays/holidays.factory.ts'
import { markBody } from './deadlines.factory.ts'

const { server, company, owner } = await startSuite()

const today = day(0)

type Filter = CallInput<typeof filterDeadlines>['body']

async function deadlines(by: Client, filter: Filter = {}): Promise<Deadline[]> {
  const body = { owner: 'ALL', pagination: { size: 200 }, ...filter } as const
  return (await by.ok(filterDeadlines, { body })).content
}

/** The due days of a record's deadlines of a kind. */
const daysOf = async (kind: DeadlineKind, recordId: string) =>
  (await deadlines(owner, { kind: [kind] }))
    .filter((deadline) => deadline.recordId === recordId)
    .map(({ dueOn }) => dueOn)

const change = (id: string, body: object) => owner.ok(updateContract, { params: { id }, body })

/** Creates a deadline of each kind: its record, its due day, and the call that completes it. */
const scenarios: Record<DeadlineKind, () => Promise<{ id: string; dueOn: string; done: () => Promise<unknown> }>> = {
  async TENDER_CLOSES() {
    const { id } = await newContract(owner, { closingDate: day(3) })
    return { id, dueOn: day(3), done: () => change(id, { status: 'SUBMITTED' }) }
  },
  async TENDER_RESULT() {
    const { id } = await newContract(owner, { status: 'SUBMITTED', resultDate: day(9) })
    return { id, dueOn: day(9), done: () => change(id, { status: 'REJECTED' }) }
  },
  async BID_VALIDITY_ENDS() {
    const { id } = await newContract(owner, { status: 'SUBMITTED', closingDate: day(-10) })
    await setTerms(owner, id, { bidValidityDays: 90 })
    return { id, dueOn: day(80), done: () => change(id, { status: 'AWARDED', awardedDate: today }) }
  },
  async SECURITY_TO_LODGE() {
    const { id } = await newContract(owner, { status: 'AWARDED', awardedDate: day(-5) })
    await setTerms(owner, id, { psDays: 15 })
    const security = { depositType: 'Performance security', status: 'SUBMITTED' } as const
    return { id, dueOn: day(10), done: () => newDeposit(owner, id, security) }
  },
  async AGREEMENT_TO_SIGN() {
    const { id } = await newContract(owner, { status: 'ACCEPTED', awardedDate: day(-5) })
    await setTerms(owner, id, { agreementDays: 20 })
    return { id, dueOn: day(15), done: () => change(id, { aggreementDate: today }) }
  },
  async COMPLETION() {
    const { id } = await newContract(owner, { status: 'WORK_IN_PROGRESS', givenEndDate: day(40) })
    return { id, dueOn: day(40), done: () => change(id, { actualEndDate: today }) }
  },
  async DEFECT_PERIOD_ENDS() {
    const { id } = await newContract(owner, { status: 'COMPLETED', actualEndDate: '2026-08-31' })
    await setTerms(owner, id, { dlpMonths: 6 })
    const deposit = await newDeposit(owner, id, { status: 'SUBMITTED' })
    const at = { contractId: id, depositId: deposit.id }
    const done = () => owner.ok(updateDeposit, { params: at, body: { status: 'FORFEITED' } })
    return { id, dueOn: '2027-02-28', done }
  },
  async REFUND_DUE() {
    const { contractId, id } = await fixedDeposit(day(30))
    return { id, dueOn: day(30), done: () => closeDeposit(contractId, id) }
  },
  async REFUND_STEP() {
    const { contractId, id } = await fixedDeposit(day(-30))
    return { id, dueOn: day(-30), done: () => closeDeposit(contractId, id) }
  },
  async CLAIM_TIME_BARRED() {
    const { contractId, id } = await fixedDeposit('2026-05-05')
    return { id, dueOn: '2029-05-05', done: () => closeDeposit(contractId, id) }
  },
  async GUARANTEE_EXPIRES() {
    const { id } = await newGuarantee(owner, { expiresOn: day(50), claimUntil: null })
    return { id, dueOn: day(50), done: () => happens(id, 'RETURNED') }
  },
  async GUARANTEE_CLAIMED() {
    const { id } = await newGuarantee(owner)
    await happens(id, 'CLAIM_LODGED')
    return { id, dueOn: day(1), done: () => happens(id, 'STAYED') }
  },
  async GUARANTEE_TOO_SHORT() {
    const { id: contractId } = await newContract(owner, { status: 'WORK_IN_PROGRESS', givenEndDate: day(300) })
    const security = { depositType: 'Performance security', status: 'SUBMITTED', amount: 5_00_000 } as const
    const { id: depositId } = await newDeposit(owner, contractId, security)
    const { id } = await newGuarantee(owner, { expiresOn: day(359), claimUntil: null, depositIds: [depositId] })
    const done = () => newEvent(owner, id, { kind: 'EXTENDED', expiresOn: day(360) })
    return { id, dueOn: day(329), done }
  },
  async GUARANTEE_TO_DISCHARGE() {
    const { id } = await newGuarantee(owner, { expiresOn: '2026-06-30', claimUntil: '2026-09-30' })
    return { id, dueOn: '2026-10-01', done: () => happens(id, 'DISCHARGED') }
  },
  async RECEIPT_MATURES() {
    const { id } = await newReceipt(owner, { maturesOn: day(12) })
    return { id, dueOn: day(12), done: () => happens(id, 'ENCASHED') }
  },
  async DRAFT_GOES_STALE() {
    const draft = { kind: 'DD', number: 'DD 774411', amount: 1, issuedOn: '2026-11-01', state: 'ISSUED' } as const
    const { id } = await newInstrument(owner, draft)
    return { id, dueOn: '2027-02-01', done: () => happens(id, 'CANCELLED') }
  },
  async EXEMPTION_EXPIRES() {
    const { id: contractId } = await newContract(owner, { status: 'SUBMITTED' })
    const { id } = await newExemption(owner, contractId, { validUntil: day(16) })
    const done = () => owner.ok(updateDepositExemption, { params: { id }, body: { state: 'REFUSED' } })
    return { id, dueOn: day(16), done }
  },
  async GUARANTEE_NEEDED() {
    const { id: contractId } = await newContract(owner, { status: 'SUBMITTED' })
    const { id: facilityId } = await newFacility(owner)
    const { id } = await newPlan(owner, { contractId, facilityId }, { neededOn: day(14) })
    return { id, dueOn: day(14), done: () => change(contractId, { status: 'REJECTED' }) }
  },
  async FACILITY_REVIEW() {
    const { id } = await newFacility(owner, { reviewOn: day(20) })
    return {
      id,
      dueOn: day(20),
      done: () => owner.ok(updateBankFacility, { params: { id }, body: { isActive: false } }),
    }
  },
  async PROJECT_ENDS() {
    const { id } = await newProject(owner, { status: 'IN_PROGRESS', givenEndDate: day(60), extensionDate: day(90) })
    return {
      id,
      dueOn: day(90),
      done: () => owner.ok(updateProject, { params: { id }, body: { status: 'COMPLETED' } }),
    }
  },
  async TASK_DUE() {
    const project = await newProject(owner)
    const { id } = await newTask(owner, project.id, { givenEndDate: day(2) })
    return { id, dueOn: day(2), done: () => newTask(owner, project.id, { parentId: id }) }
  },
  async GENERAL_TASK_DUE() {
    const { id, updatedAt } = await newGeneralTask(owner, { dueOn: day(5) })
    const done = () => owner.ok(setGeneralTaskState, { params: { id }, body: { state: 'DONE', updatedAt } })
    return { id, dueOn: day(5), done }
  },
  async REVIEW_WAITING() {
    const project = await newProject(owner)
    const { id } = await newTask(owner, project.id, { status: 'IN_PROGRESS' })
    await owner.ok(updateTask, { params: { id }, body: { status: 'UNDER_REVIEW' } })
    return { id, dueOn: day(2), done: () => owner.ok(updateTask, { params: { id }, body: { status: 'IN_PROGRESS' } }) }
  },
  CONTRACT_DOCUMENT_EXPIRES: async () => validDocument('CONTRACT', (await newContract(owner)).id),
  PROJECT_DOCUMENT_EXPIRES: async () => validDocument('PROJECT', (await newProject(owner)).id),
  async TASK_DOCUMENT_EXPIRES() {
    const project = await newProject(owner)
    return validDocument('TASK', (await newTask(owner, project.id)).id)
  },
  VEHICLE_DOCUMENT_EXPIRES: () => validDocument('VEHICLE', company.id),
  INSURANCE_DOCUMENT_EXPIRES: () => validDocument('VEHICLE_INSURANCE', company.id),
  PAYMENT_DOCUMENT_EXPIRES: () => validDocument('PAYMENT', company.id),
}

async function validDocument(entityType: DocumentEntity, entityId: string) {
  const body = { ...documentForm(company.id, entityId, { file: textFile() }), entityType }
  const { id } = await owner.ok(uploadDocument, { body })
  await owner.ok(setDocumentValidity, { params: { id }, body: { validUntil: day(25) } })
  return { id, dueOn: day(25), done: () => owner.ok(deleteDocument, { params: { id } }) }
}

async function fixedDeposit(fixedDueOn: string) {
  const { id: contractId } = await newContract(owner)
  const deposit = { status: 'SUBMITTED', releaseBasis: 'FIXED', fixedDueOn } as const
  return { contractId, id: (await newDeposit(owner, contractId, deposit)).id }
}

const closeDeposit = (contractId: string, depositId: string) =>
  owner.ok(updateDeposit, { params: { contractId, depositId }, body: { status: 'FORFEITED' } })

const happens = (id: string, kind: InstrumentEventKind) => newEvent(owner, id, { kind })

test.each(deadlineKindNames)('%s is listed with its day while it is open, and not once it is done', async (kind) => {
  const { id, dueOn, done } = await scenarios[kind]()
  expect(await daysOf(kind, id)).toEqual([dueOn])
  await done()
  expect(await daysOf(kind, id)).toEqual([])
})

test('the views of deadlines have exactly the kinds of the API, each with its direction', async () => {
  const admin = await adminClient(inject('admin'))
  const views = await admin.query<{ text: string }>(
    `select pg_get_viewdef(('app.' || lower(type) || '_deadlines')::regclass) as text from unnest(app.deadline_types()) type`,
  )
  const kinds = views.rows.flatMap(({ text }) =>
    [...text.matchAll(/'([A-Z_]+)'::text AS kind|\('([A-Z_]+)'::text,/g)].map(([, one, other]) => one ?? other),
  )
  const directions = await admin.query('select kind, app.acts_of(kind) as acts from unnest($1::text[]) kind', [kinds])
  await admin.end()
  expect(kinds.toSorted()).toEqual(deadlineKindNames.toSorted())
  expect(Object.fromEntries(directions.rows.map(({ kind, acts }) => [kind, acts]))).toEqual(
    Object.fromEntries(deadlineKindNames.map((kind) => [kind, deadlineKinds[kind].actBy])),
  )
})

test('a claim that is stayed has no deadline until the stay is vacated', async () => {
  const { id } = await newGuarantee(owner)
  for (const kind of ['CLAIM_LODGED', 'STAYED'] as const) await happens(id, kind)
  expect(await daysOf('GUARANTEE_CLAIMED', id)).toEqual([])
  await happens(id, 'STAY_VACATED')
  expect(await daysOf('GUARANTEE_CLAIMED', id)).toEqual([day(1)])
})

describe('the day by which to act', () => {
  test('of a deadline on a day off is the working day before or after, and both days are answered [deposits 11.9]', async () => {
    const other = await newCompany(server)
    const by = await other.as()
    // The 2nd of February 2030 is the first Saturday, the 9th the second; the 3rd and 10th are Sundays.
    await newHoliday(by, { onDay: '2030-02-08' })
    const guarantee = async (expiresOn: string) => {
      const { id } = await newGuarantee(by, { expiresOn, claimUntil: null })
      const found = await deadlines(by, { kind: ['GUARANTEE_EXPIRES', 'GUARANTEE_TO_DISCHARGE'] })
      return found.filter(({ recordId }) => recordId === id).map(({ dueOn, actBy }) => [dueOn, actBy])
    }
    const daysOfGuarantee = async (expiresOn: string) => (await guarantee(expiresOn)).toSorted()
    expect(await daysOfGuarantee('2030-02-07')).toEqual([
      ['2030-02-07', '2030-02-07'],
      // The day after is a holiday, a free Saturday and a Sunday.
      ['2030-02-08', '2030-02-11'],
    ])
    expect(await daysOfGuarantee('2030-02-10')).toEqual([
      ['2030-02-10', '2030-02-07'],
      ['2030-02-11', '2030-02-11'],
    ])
  })

  /** The days by which to act on a guarantee and on a tender that are due on a day. */
  async function actDays(by: Client, dueOn: string) {
    const [guarantee, tender] = [
      await newGuarantee(by, { expiresOn: dueOn, claimUntil: null }),
      await newContract(by, { closingDate: dueOn }),
    ]
    const found = await deadlines(by, { kind: ['GUARANTEE_EXPIRES', 'TENDER_CLOSES'] })
    return [guarantee, tender].map(({ id }) => found.find(({ recordId }) => recordId === id)?.actBy)
  }

  test.each([
    [[7], [], '2030-02-09'],
    [[], [], '2030-02-10'],
    [[5, 6, 7], [], '2030-02-07'],
  ])(
    'of a guarantee is the last day on which banks are open, for a company that is off on %j and Saturdays %j',
    async (weeklyOff, saturdaysOff, tender) => {
      const by = await (await newCompany(server)).as()
      await by.ok(updateCompanySettings, { body: { weeklyOff, saturdaysOff } })
      // The 10th is the Sunday after a second Saturday, the 24th after a fourth; the 17th is after a third, when banks are open.
      expect(await actDays(by, '2030-02-10')).toEqual(['2030-02-08', tender])
      expect((await actDays(by, '2030-02-24'))[0]).toBe('2030-02-22')
      expect((await actDays(by, '2030-02-17'))[0]).toBe('2030-02-16')
    },
  )

  test('moves with holidays of the company or of banks, and banks are closed on national holidays', async () => {
    const by = await (await newCompany(server)).as()
    const holiday = await newHoliday(by, { onDay: '2030-02-07' })
    expect(await actDays(by, '2030-02-07')).toEqual(['2030-02-06', '2030-02-06'])
    const close = (closed: Holiday['closed']) => by.ok(updateHoliday, { params: { id: holiday.id }, body: { closed } })
    await close('COMPANY')
    expect(await actDays(by, '2030-02-07')).toEqual(['2030-02-07', '2030-02-06'])
    await close('BANKS')
    expect(await actDays(by, '2030-02-07')).toEqual(['2030-02-06', '2030-02-07'])
    for (const [national, before] of [
      ['2032-01-26', '2032-01-23'],
      ['2030-08-15', '2030-08-14'],
      ['2030-10-02', '2030-10-01'],
    ] as const)
      expect(await actDays(by, national)).toEqual([before, national])
  })

  test('of a guarantee is the same in the agenda, in the coverage and in a calendar', async () => {
    const by = await (await newCompany(server)).as()
    await by.ok(updateCompanySettings, { body: { weeklyOff: [], saturdaysOff: [] } })
    const dueOn = day(20)
    await newHoliday(by, { onDay: dueOn, closed: 'BANKS' })
    const [actBy] = await actDays(by, dueOn)
    expect(daysBetween(actBy ?? '', dueOn)).toBeGreaterThan(0)
    const asked = { kind: ['GUARANTEE_EXPIRES' as const], state: [...coverageStates] }
    const covered = await by.ok(filterCoverage, { body: asked })
    expect(covered.content.map((deadline) => [deadline.dueOn, deadline.actBy])).toEqual([[dueOn, actBy]])
    const events = eventsIn((await fetchCalendar(server, await newFeed(by, { kinds: asked.kind }))).text)
    expect(events.map(({ start }) => start)).toEqual([actBy])
  })
})

describe('owners and viewers of deadlines', () => {
  test('the owner is the named user, else the next active one, and nobody if all are inactive', async () => {
    const other = await newCompany(server)
    const by = await other.as()
    const colleague = await other.as({ Contracts: ['canView'] })
    const { id } = await newContract(by, { closingDate: day(3) })
    const mine = async (client: Client) => (await deadlines(client, { owner: 'MINE' })).map(({ recordId }) => recordId)
    expect(await mine(by)).toEqual([id])
    await setTerms(by, id, { ownerId: colleague.userId })
    expect([await mine(by), await mine(colleague)]).toEqual([[], [id]])
    await by.ok(updateUser, { params: { id: colleague.userId }, body: { isActive: false } })
    expect(await mine(by)).toEqual([id])
    const third = await other.as()
    await third.ok(updateUser, { params: { id: by.userId }, body: { isActive: false } })
    expect(
      (await deadlines(third, { owner: 'NOBODYS' })).map(({ recordId, ownerName }) => [recordId, ownerName]),
    ).toEqual([[id, null]])
  })

  test('a user without a module sees neither its deadlines nor their number', async () => {
    const other = await newCompany(server)
    const by = await other.as()
    await newContract(by, { closingDate: day(3) })
    await newFacility(by, { reviewOn: day(3) })
    const cashier = await other.as({ Payments: ['canView'] })
    expect((await deadlines(cashier)).map(({ kind }) => kind)).toEqual(['FACILITY_REVIEW'])
    const { counts } = await cashier.ok(countDeadlines, { body: { owner: 'ALL' } })
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(1)
    const nobody = await other.as({ Home: ['canView'] })
    expect(await deadlines(nobody)).toEqual([])
  })
})

test('counts and pages of deadlines agree: overdue, today, within a week, later', async () => {
  const other = await newCompany(server)
  const by = await other.as()
  await by.ok(updateCompanySettings, { body: { weeklyOff: [], saturdaysOff: [] } })
  for (const days of [-400, -1, 0, 1, 6, 7, 900]) await newContract(by, { closingDate: day(days) })
  const { counts, today: countedOn } = await by.ok(countDeadlines, { body: {} })
  expect(countedOn).toBe(today)
  expect(counts).toEqual([
    { time: 'OVERDUE', count: 2 },
    { time: 'TODAY', count: 1 },
    { time: 'THIS_WEEK', count: 2 },
    { time: 'LATER', count: 2 },
    { time: 'WAIVED', count: 0 },
  ])
  const times = async (...time: ('OVERDUE' | 'TODAY' | 'THIS_WEEK' | 'LATER')[]) =>
    (await deadlines(by, { time })).map(({ actBy }) => actBy)
  expect(await times('OVERDUE')).toEqual([day(-400), day(-1)])
  expect(await times('TODAY', 'THIS_WEEK')).toEqual([day(0), day(1), day(6)])
  const second = await by.ok(filterDeadlines, { body: { pagination: { page: 1, size: 3 } } })
  expect(second).toMatchObject({ number: 1, size: 3, totalPages: 3, totalElements: 7 })
  expect(second.content.map(({ actBy }) => actBy)).toEqual([day(1), day(6), day(7)])
})

describe('a waived deadline', () => {
  test('is listed only as waived, with the reason, until its day moves or the waiver is deleted', async () => {
    const { id } = await newContract(owner, { closingDate: day(3) })
    const body = markBody(id, { dueOn: day(3) })
    const mark = await owner.ok(setDeadlineMark, { body })
    expect(mark).toMatchObject({ ...body, createdByName: expect.any(String) })
    expect(await daysOf('TENDER_CLOSES', id)).toEqual([])
    const waived = (await deadlines(owner, { time: ['WAIVED'] })).find((deadline) => deadline.recordId === id)
    expect(waived).toMatchObject({ markId: mark.id, waivedBecause: 'We do not bid', title: expect.any(String) })
    const again = await owner.ok(setDeadlineMark, { body: { ...body, reason: 'Too far away' } })
    expect([again.id, again.reason]).toEqual([mark.id, 'Too far away'])
    await change(id, { closingDate: day(4) })
    expect(await daysOf('TENDER_CLOSES', id)).toEqual([day(4)])
    await change(id, { closingDate: day(3) })
    await owner.ok(deleteDeadlineMark, { params: { id: mark.id } })
    expect(await daysOf('TENDER_CLOSES', id)).toEqual([day(3)])
  })

  test('is waived by its owner or by those who may edit reminders; others get 403, and 404 if they cannot see it', async () => {
    const { id } = await newContract(owner, { closingDate: day(3) })
    const body = markBody(id, { dueOn: day(3) })
    const colleague = await company.as({ Contracts: ['canView', 'canEdit'] })
    expect((await colleague.refused(setDeadlineMark, { body })).status).toBe(403)
    const keeper = await company.as({ Contracts: ['canView'], Reminders: ['canEdit'] })
    const mark = await keeper.ok(setDeadlineMark, { body })
    expect((await colleague.refused(deleteDeadlineMark, { params: { id: mark.id } })).status).toBe(403)
    const blind = await company.as({ Reminders: ['canEdit'] })
    const stranger = await (await newCompany(server)).as()
    for (const by of [blind, stranger]) {
      expect((await by.refused(setDeadlineMark, { body })).status).toBe(404)
      expect((await by.refused(deleteDeadlineMark, { params: { id: mark.id } })).status).toBe(404)
    }
    for (const other of [{ dueOn: day(4) }, { kind: 'TENDER_RESULT' }, { recordId: newId() }] as const)
      expect((await owner.refused(setDeadlineMark, { body: { ...body, ...other } })).status).toBe(404)
    expect(await owner.refused(setDeadlineMark, { body: { ...body, reason: ' ' } })).toMatchObject({
      status: 400,
      fields: [{ path: 'reason', message: 'is required' }],
    })
  })
})
