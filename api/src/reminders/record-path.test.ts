import { expect, test } from 'vitest'
import { deadlineRecords } from './deadlines.ts'
import { recordPath } from './record-path.ts'

const recordId = 'r'
const contractId = 'c'

test('every record type has a page of its own, and that of a deposit is below its contract', () => {
  const paths = deadlineRecords.map((recordType) => recordPath({ recordType, recordId, contractId }))
  expect(new Set(paths).size).toBe(paths.length)
  expect(recordPath({ recordType: 'DEPOSIT', recordId, contractId })).toBe('/contracts/c/security-deposit/r')
  expect(recordPath({ recordType: 'TASK', recordId, contractId: null })).toBe('/project-tasks/r')
})
