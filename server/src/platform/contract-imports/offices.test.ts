import { type Contract, filterContracts } from '@plinth/api/tenders/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOffice } from '../../tenders/offices/offices.factory.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { upload } from './contract-imports.factory.ts'

/** The offices named in the rows of a sheet. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function newOwner(): Promise<Client> {
  const owner = await (await newCompany(server)).as()
  await newOffice(owner, { department: 'CPWD', name: 'Division II', designation: 'Executive Engineer' })
  await newOffice(owner, { department: 'Public Works Department', name: 'Hassan' })
  await newOffice(owner, { department: 'Public Works Department', name: 'Mysuru' })
  return owner
}
const stored = async (by: Client): Promise<Contract[]> =>
  (await by.ok(filterContracts, { body: { sort: { field: 'createdAt' } } })).content

test('are found by their whole names, and an unknown one is a fault of its row, in a check too', async () => {
  const owner = await newOwner()
  const file = [
    'Name of work;Dept.;Office',
    'Quarters; cpwd;',
    'Road;PUBLIC WORKS DEPARTMENT;mysuru',
    'Bridge;;Executive Engineer, Division II',
    'Own yard;-;NA',
    'Drain;PWD;',
    'Culvert;Public Works Department;',
    'Flyover;NHAI;',
  ].join('\n')
  const reasons = [
    [6, 'Department is no department of your offices. Did you mean Public Works Department / CPWD?'],
    [7, 'Department has 2 offices. Please name one of them under Office: Hassan / Mysuru'],
    [8, 'Department is no department of your offices. Please enter its office first'],
  ]
  for (const dryRun of ['true', undefined] as const) {
    const done = await upload(owner, file, dryRun ? { dryRun } : {})
    expect(done.failures.map(({ row, reason }) => [row, reason.replace(' (B)', '')])).toEqual(reasons)
    expect(done.failures[0]?.faults).toMatchObject([{ field: 'Department', column: 'Dept. (B)', value: 'PWD' }])
    expect(done.import).toMatchObject({ created: 4, failed: 3, ignoredColumns: [] })
    expect(await stored(owner)).toHaveLength(dryRun ? 0 : 4)
  }
  expect((await stored(owner)).map(({ department, officeName }) => [department, officeName])).toEqual([
    ['CPWD', 'Executive Engineer, Division II'],
    ['Public Works Department', 'Mysuru'],
    ['CPWD', 'Executive Engineer, Division II'],
    [null, null],
  ])
})

test('are entered later, and then only the rejected rows are stored', async () => {
  const owner = await newOwner()
  const file = 'Contract name;Department\nFlyover;NHAI\nQuarters;CPWD\n'
  expect(await upload(owner, file)).toMatchObject({ import: { created: 1, failed: 1 } })
  await newOffice(owner, { department: 'NHAI' })
  const again = await upload(owner, file)
  expect(again.failures.map(({ reason }) => reason)).toEqual(['The same row was uploaded before'])
  expect((await stored(owner)).map(({ department }) => department)).toEqual(['CPWD', 'NHAI'])
})

test('distinguish two rows that are otherwise equal, and a department among further details stays there', async () => {
  const owner = await newOwner()
  const rows = ['Road;Public Works Department;Hassan;', 'Road;Public Works Department;Mysuru;"Department: PWD"']
  const { failures } = await upload(owner, `Contract name;Department;Office;Further details\n${rows.join('\n')}\n`)
  expect(failures).toEqual([])
  expect(await stored(owner)).toMatchObject([
    { officeName: 'Hassan', contractMetadata: null },
    { officeName: 'Mysuru', contractMetadata: { Department: 'PWD' } },
  ])
})
