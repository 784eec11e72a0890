import { expect, test } from 'vitest'
import { deadlineRecords } from './deadlines.ts'
import { recordPath } from './record-path.ts'

const recordId = 'r'
const contractId = 'c'

test('every record has a page of its own, a deposit below its contract', () => {
  const paths = deadlineRecords.map((recordType) => recordPath({ recordType, recordId, contractId }))
  expect(new Set(paths).size).toBe(paths.length)
  expect(recordPath({ recordType: 'DEPOSIT', recordId, contractId })).toBe('/contracts/c/security-deposit/r')
  expect(recordPath({ recordType: 'TASK', recordId, contractId: null })).toBe('/project-tasks/r')
})
