import { getSchedule } from '@plinth/api/works/schedule-items'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorkOrder } from '../../money/agreements/agreements.factory.ts'
import { newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { uploadBoq } from './schedule-sheets.factory.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Row number `at`: a section, or one of the nineteen items in it. */
function rowAt(at: number): string {
  const section = Math.floor(at / 20) + 1
  return at % 20 === 0
    ? `${section},Section,,,`
    : `${section}.${at % 20},"Cement concrete, M25",cum,${at}.125,4815.2575`
}

test('a sheet of 10,000 rows is stored', async () => {
  const owner = await (await newCompany(server)).as()
  const { id: agreementId } = await newWorkOrder(owner)
  const rows = Array.from({ length: 9_999 }, (_, at) => rowAt(at))
  const done = await uploadBoq(owner, agreementId, `No,Description,Unit,Qty,Rate\n${rows.join('\n')}\n`)
  expect(done).toMatchObject({ outcome: 'STORED', rowsRead: 10_000, sections: 500, items: 9_499 })
  const { items } = await owner.ok(getSchedule, { params: { agreementId } })
  expect(items.map(({ itemNo }) => itemNo)).toEqual(rows.map((row) => row.split(',')[0]))
})
