import { updateUser } from '@plinth/api/access/users'
import {
  deleteDepositExemption,
  exemptionStates,
  updateDepositExemption,
} from '@plinth/api/deposits/deposit-exemptions'
import { setDocumentValidity } from '@plinth/api/documents/documents'
import { filterDeadlines } from '@plinth/api/reminders/deadlines'
import { contractStatuses, updateContract } from '@plinth/api/tenders/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDocument } from '../../documents/documents/documents.factory.ts'
import { dayFromToday as day } from '../../kernel/testing/days.ts'
import { notificationsOf, planReminders } from '../../reminders/notifications/notifications.factory.ts'
import { newRule, switchOffRules } from '../../reminders/reminder-rules/reminder-rules.factory.ts'
import { watch } from '../../reminders/watchers/watchers.factory.ts'
import { setTerms } from '../../tenders/contract-terms/contract-terms.factory.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newExemption } from './deposit-exemptions.factory.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

type Person = Awaited<ReturnType<Company['as']>>

async function newOwner(): Promise<{ company: Company; by: Person }> {
  const company = await newCompany(server)
  return { company, by: await company.as() }
}

const deadlinesOf = async (by: Person) =>
  (await by.ok(filterDeadlines, { body: { kind: ['EXEMPTION_EXPIRES'], owner: 'ALL' } })).content

test('the deadline of a certificate has the exemption’s name and its tender, and is to be acted on before days off', async () => {
  const { by } = await newOwner()
  const { id: contractId } = await newContract(by, { bidId: 'PWD/14', contractName: 'Weir' })
  // A Sunday, after the second Saturday of the month.
  const named = await newExemption(by, contractId, { certificateNo: 'NSIC 4171', validUntil: '2030-02-10' })
  await newExemption(by, contractId, { ground: 'OTHER', certificateNo: '', validUntil: '2031-02-03', amount: null })
  expect(await deadlinesOf(by)).toMatchObject([
    {
      recordType: 'EXEMPTION',
      recordId: named.id,
      contractId,
      title: 'NSIC 4171',
      number: 'PWD/14',
      dueOn: '2030-02-10',
      actBy: '2030-02-08',
      amount: 432_500,
      ownerId: by.userId,
    },
    { title: 'Weir', number: 'PWD/14', amount: null },
  ])
})

test('the deadline of a certificate stays open while the exemption is needed, even after the day, until renewal, refusal or deletion', async () => {
  const { by } = await newOwner()
  const { id: contractId } = await newContract(by)
  const emd = await newExemption(by, contractId, { validUntil: day(-9) })
  const retention = await newExemption(by, contractId, { purpose: 'RETENTION', validUntil: day(-5) })
  const days = async () => (await deadlinesOf(by)).map(({ dueOn }) => dueOn)
  const open: Record<string, string[]> = {}
  for (const status of contractStatuses) {
    await by.ok(updateContract, { params: { id: contractId }, body: { status } })
    open[status] = await days()
  }
  const both = [day(-9), day(-5)]
  expect(open).toEqual({
    ...Object.fromEntries(contractStatuses.map((status) => [status, [day(-5)]])),
    ...Object.fromEntries(['DRAFT', 'SUBMITTED', 'AWARDED', 'ACCEPTED'].map((status) => [status, both])),
    ...Object.fromEntries(['REJECTED', 'CANCELLED', 'TERMINATED', 'CLOSED'].map((status) => [status, []])),
  })
  await by.ok(updateContract, { params: { id: contractId }, body: { status: 'SUBMITTED' } })
  for (const state of exemptionStates) {
    await by.ok(updateDepositExemption, { params: { id: emd.id }, body: { state } })
    expect(await days(), state).toEqual(state === 'REFUSED' ? [day(-5)] : both)
  }
  await by.ok(updateDepositExemption, { params: { id: retention.id }, body: { validUntil: day(700) } })
  expect(await days()).toEqual([day(700)])
  await by.ok(deleteDepositExemption, { params: { id: retention.id } })
  expect(await days()).toEqual([])
})

test('the deadline of a certificate belongs to its author; if inactive, to the deposit owner of the tender, else to the tender’s author', async () => {
  const { company, by } = await newOwner()
  const [clerk, depositOwner] = [await company.as(), await company.as()]
  const { id: contractId } = await newContract(by)
  await newExemption(clerk, contractId, { validUntil: day(30) })
  const owner = async () => (await deadlinesOf(by)).map(({ ownerId }) => ownerId)
  expect(await owner()).toEqual([clerk.userId])
  await by.ok(updateUser, { params: { id: clerk.userId }, body: { isActive: false } })
  expect(await owner()).toEqual([by.userId])
  await setTerms(by, contractId, { ownerId: depositOwner.userId })
  expect(await owner()).toEqual([depositOwner.userId])
})

test('a watcher of a contract gets one notification each of its exemptions and documents, a watcher of another contract none', async () => {
  const { company, by } = await newOwner()
  await switchOffRules(by)
  await planReminders(server, company)
  const [watcher, other] = [await company.as(), await company.as()]
  const { id: contractId } = await newContract(by)
  await watch(watcher, contractId, 'CONTRACT')
  await watch(other, (await newContract(by)).id, 'CONTRACT')
  await newExemption(watcher, contractId, { certificateNo: 'NSIC 4171', validUntil: day(3) })
  const paper = await newDocument(by, contractId)
  await by.ok(setDocumentValidity, { params: { id: paper.id }, body: { validUntil: day(3) } })
  for (const kind of ['EXEMPTION_EXPIRES', 'CONTRACT_DOCUMENT_EXPIRES'] as const)
    await newRule(by, { kind, steps: [30, 20, 1], tells: ['OWNER', 'WATCHERS'] })
  await planReminders(server, company, day(3))
  const titles = async (person: Person) => (await notificationsOf(person)).map(({ title }) => title).toSorted()
  expect(await titles(watcher)).toEqual(['NSIC 4171', paper.fileName].toSorted())
  expect(await titles(other)).toEqual([])
  expect(await titles(by)).toEqual([paper.fileName])
})
