import { deadlineKindNames } from '@plinth/api/reminders/deadlines'
import { expect, test } from 'vitest'
import {
  dayOfWeekText,
  deadlineKey,
  deadlineText,
  isCritical,
  kindsText,
  kindText,
  leftText,
  recordText,
} from './deadline-words.ts'

test('every kind of deadline has its own name, and four are critical', () => {
  // The kinds for documents of all modules share a name.
  const texts = deadlineKindNames.filter((kind) => !kind.endsWith('_DOCUMENT_EXPIRES')).map(kindText)
  expect(new Set(texts).size).toBe(texts.length)
  expect(deadlineKindNames.filter(isCritical)).toEqual([
    'CLAIM_TIME_BARRED',
    'GUARANTEE_EXPIRES',
    'GUARANTEE_CLAIMED',
    'GUARANTEE_TOO_SHORT',
  ])
})

test('an instrument without a number has the name of its kind, and other records keep their title', () => {
  expect(recordText({ recordType: 'INSTRUMENT', title: 'BG' })).toBe('Bank guarantee')
  expect(recordText({ recordType: 'INSTRUMENT', title: '0034/26' })).toBe('0034/26')
  expect(recordText({ recordType: 'CONTRACT', title: 'BG' })).toBe('BG')
  expect(recordText({ recordType: 'CONTRACT', title: '' })).toBe('Contract')
  expect(deadlineText({ kind: 'TENDER_CLOSES', recordType: 'CONTRACT', title: 'Kaveri bridge' })).toBe(
    'Hand in the bid, Kaveri bridge',
  )
})

test('the text of the time left states days left or days late', () => {
  const now = '2026-12-05'
  expect(leftText({ actBy: '2026-12-04' }, now)).toEqual({ text: '1 day late', isLate: true })
  expect(leftText({ actBy: '2026-11-05' }, now)).toEqual({ text: '30 days late', isLate: true })
  expect(leftText({ actBy: now }, now)).toEqual({ text: 'today', isLate: false })
  expect(leftText({ actBy: '2026-12-07' }, now)).toEqual({ text: '2 days left', isLate: false })
  expect(dayOfWeekText('2026-12-06')).toBe('Sun 06 Dec 2026')
})

test('a deadline with another day or kind has another key', () => {
  const deadline = { kind: 'TENDER_CLOSES', recordType: 'CONTRACT', recordId: 'r', dueOn: '2026-12-05' } as const
  expect(deadlineKey(deadline)).not.toBe(deadlineKey({ ...deadline, dueOn: '2026-12-06' }))
  expect(deadlineKey(deadline)).not.toBe(deadlineKey({ ...deadline, kind: 'TENDER_RESULT' }))
})

test('kinds with the same name are listed once', () => {
  expect(kindsText(['TASK_DUE', 'PROJECT_DOCUMENT_EXPIRES', 'TASK_DOCUMENT_EXPIRES'])).toBe(
    'Task is due, Document expires',
  )
})
