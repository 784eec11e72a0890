import { cancelBill, getBill, returnBill, updateBill } from '@plinth/api/bills'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, newCompany, startTestServer, type TestServer } from '../test-server.ts'
import { newBillable, newSubmitted } from './bills.factory.ts'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer()
  owner = await (await newCompany(server)).as()
})
afterAll(() => server.stop())

const by = (id: string) => ({ params: { id } })
const sendBack = (id: string) => owner.ok(returnBill, { ...by(id), body: { returnReason: 'Check item 4' } })

describe('a cancelled bill', () => {
  test('shows the entry that its lines were computed from, not a later edit', async () => {
    const typed = [{ head: 'FINE' as const, since: 500, note: 'No board at the site' }]
    const submitted = await newSubmitted(owner, (await newBillable(owner)).id, { typed, title: '1st and part bill' })
    const { id } = submitted
    await sendBack(id)
    await owner.ok(updateBill, {
      ...by(id),
      body: {
        title: null,
        kind: 'FINAL',
        billDate: '2026-07-31',
        uptoDate: '2026-07-30',
        workUpto: 9_00_000,
        variationUpto: 1_000,
        typed: [],
        comment: 'Not worth another try',
      },
    })
    await owner.ok(cancelBill, { ...by(id), body: { cancelReason: 'Taken into the next bill' } })
    const { title, kind, billDate, uptoDate, workUpto, variationUpto, claimed } = submitted
    expect(await owner.ok(getBill, by(id))).toMatchObject({
      status: 'CANCELLED',
      ...{ title, kind, billDate, uptoDate, workUpto, variationUpto, claimed, typed },
      comment: 'Not worth another try',
    })
  })
})
