import { getDepositRelease } from '@plinth/api/deposits/deposit-releases'
import { filterDeposits, getDeposit } from '@plinth/api/deposits/deposits'
import { filterInstruments } from '@plinth/api/guarantees/instruments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUser } from '../../access/users/users.factory.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newOffice } from '../../tenders/offices/offices.factory.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { marginRow, onlineRow, sheetOf, upload } from './deposit-imports.factory.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const newDesk = async () => (await newCompany(server)).as()

async function only(by: Client) {
  const [deposit, another] = (await by.ok(filterDeposits, { body: {} })).content
  if (!deposit || another) throw new Error('not one deposit')
  return deposit
}

test('the due day, person and office in a sheet are stored in the deposit', async () => {
  const by = await newDesk()
  const [division, circle] = [
    await newOffice(by, { department: 'Irrigation' }),
    await newOffice(by, { department: 'Ports' }),
  ]
  await newContract(by, { bidId: 'T-1', officeId: division.id })
  const meena = await newUser(by, { username: 'Meena Iyer' })
  const row = { ...onlineRow, dueOn: '30/05/2030', ownerName: ' meena  IYER ', department: 'Ports' }
  expect((await upload(by, sheetOf([row]))).import).toMatchObject({ created: 1, failed: 0 })
  const deposit = await only(by)
  expect(deposit).toMatchObject({
    dueOn: '2030-05-30',
    releaseBasis: 'FIXED',
    ownerId: meena.id,
    ownerName: 'Meena Iyer',
    officeId: circle.id,
    department: 'Ports',
  })
  const params = { contractId: deposit.contractId, depositId: deposit.id }
  expect(await by.ok(getDepositRelease, { params })).toMatchObject({
    dueOn: '2030-05-30',
    basis: 'FIXED',
    ruleId: null,
  })
})

test('without them the deposit follows the contract and the rules', async () => {
  const by = await newDesk()
  const { id: officeId } = await newOffice(by, { department: 'Ports' })
  const { id: contractId } = await newContract(by, { bidId: 'T-1', officeId })
  await upload(by, sheetOf([{ ...onlineRow, department: 'Ports' }]))
  const { id: depositId } = await only(by)
  expect(await by.ok(getDeposit, { params: { contractId, depositId } })).toMatchObject({
    officeId: null,
    ownerId: null,
    releaseBasis: null,
    fixedDueOn: null,
    purpose: 'EMD',
  })
})

test('a person is found by the whole address or name, and an unknown, ambiguous or deactivated one is a fault of the cell', async () => {
  const by = await newDesk()
  await newContract(by, { bidId: 'T-1' })
  const meena = await newUser(by, { username: 'Meena Iyer', email: 'meena@konkan.example' })
  await newUser(by, { username: 'Ravi Nair' })
  await newUser(by, { username: 'Ravi Nair' })
  await newUser(by, { username: 'Asha Rao', isActive: false })
  const saidOf = async (ownerName: string) =>
    (await upload(by, sheetOf([{ ...onlineRow, ownerName }]), { dryRun: 'true' })).failures.flatMap(({ faults }) =>
      faults.map(({ field, message }) => `${field}: ${message}`),
    )
  expect(await saidOf('Meena')).toEqual(['Owner: is nobody of your company'])
  expect(await saidOf('Asha Rao')).toEqual(['Owner: is nobody of your company'])
  expect(await saidOf('Ravi Nair')).toEqual(['Owner: is what two people are called: write the e-mail address'])
  expect(await saidOf('MEENA@konkan.example')).toEqual([])
  expect(await saidOf('-')).toEqual([])
  await upload(by, sheetOf([{ ...onlineRow, ownerName: 'MEENA@konkan.example' }]))
  expect(await only(by)).toMatchObject({ ownerId: meena.id })
})

test('a receipt that secures guarantees has no due day, and its person is ignored', async () => {
  const by = await newDesk()
  const { failures } = await upload(by, sheetOf([{ ...marginRow, dueOn: '30/05/2030' }]))
  expect(failures.flatMap(({ faults }) => faults)).toMatchObject([{ field: 'Due on' }])
  await upload(by, sheetOf([{ ...marginRow, ownerName: 'Nobody at all' }]))
  expect((await by.ok(filterInstruments, { body: {} })).totalElements).toBe(1)
})
