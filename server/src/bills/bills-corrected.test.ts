import { cancelBill, getBill, passBill, returnBill, submitBill, updateBill } from '@plinth/api/bills'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, newCompany, startTestServer, type TestServer } from '../test-server.ts'
import { memorandum, newBill, newBillable, newSubmitted, submit, submitting } from './bills.factory.ts'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer()
  owner = await (await newCompany(server)).as()
})
afterAll(() => server.stop())

const by = (id: string) => ({ params: { id } })
const sendBack = (id: string) => owner.ok(returnBill, { ...by(id), body: { returnReason: 'Check item 4' } })

const changed = { status: 412, code: 'stale', message: 'The figures changed since you looked' }

describe('a person', () => {
  test.each([
    ['another head of the same amount', { typed: [{ head: 'LD', since: 500, note: null }] }],
    ['another split of the same sum', { workUpto: 9_90_000, variationUpto: 10_000 }],
    ['another kind', { kind: 'FINAL' }],
    ['another day of the work', { uptoDate: '2026-06-29' }],
    ['another title', { title: '1st and final bill' }],
  ] as const)('does not submit %s unseen', async (_, body) => {
    const typed = [{ head: 'FINE' as const, since: 500, note: null }]
    const { id, claimed } = await newBill(owner, (await newBillable(owner)).id, { typed })
    const seen = await submitting(owner, id)
    const edited = await owner.ok(updateBill, { ...by(id), body: structuredClone(body) as object })
    expect(edited.claimed?.net).toEqual(claimed?.net)
    expect(await owner.refused(submitBill, seen)).toMatchObject(changed)
    expect((await submit(owner, id)).status).toBe('SUBMITTED')
  })

  test('does not pass a bill that came back and was submitted anew after they looked', async () => {
    const typed = [{ head: 'FINE' as const, since: 500, note: null }]
    const seen = await newSubmitted(owner, (await newBillable(owner)).id, { typed })
    const call = { ...by(seen.id), body: memorandum(seen, seen.netClaimed ?? 0) }
    await sendBack(seen.id)
    await owner.ok(updateBill, { ...by(seen.id), body: { typed: [{ head: 'LD', since: 500, note: null }] } })
    await submit(owner, seen.id)
    expect(await owner.refused(passBill, call)).toMatchObject(changed)
    expect((await owner.ok(getBill, by(seen.id))).status).toBe('SUBMITTED')
  })
})

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
      title,
      kind,
      billDate,
      uptoDate,
      workUpto,
      variationUpto,
      claimed,
      typed,
      comment: 'Not worth another try',
    })
  })
})
