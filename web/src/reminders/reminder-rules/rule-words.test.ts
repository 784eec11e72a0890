import { deadlineKindNames } from '@plinth/api/reminders/deadlines'
import { expect, test } from 'vitest'
import {
  actText,
  caseText,
  isNarrowedBy,
  namesIn,
  nameText,
  type RuleWords,
  ruleText,
  toldText,
  whenText,
} from './rule-words.ts'

const nameOf = namesIn({
  people: [{ id: 'asha', username: 'Asha Rao', designation: 'Owner' }],
  roles: [{ id: 'accounts', name: 'Accounts' }],
})

const rule: RuleWords = {
  kind: 'GUARANTEE_EXPIRES',
  steps: [90, 60, 45, 30, 15, 7, 1, 0],
  repeatDays: null,
  amountFrom: null,
  contractTypes: [],
  purposes: [],
  tells: ['OWNER', 'WATCHERS'],
  roleIds: [],
  userIds: [],
  escalateAfterDays: 3,
  escalateRoleIds: [],
  escalateUserIds: [],
  atOnce: true,
}

test('a rule is written as a sentence', () => {
  expect(ruleText(rule, nameOf)).toBe(
    'Guarantee expires: tell whose it is and who watches it 90, 60, 45, 30, 15, 7, 1 days before and on the day; ' +
      'nobody acts: after 3 days the administrators; mailed at once when critical',
  )
})

test.each([
  [[0], null, 'on the day'],
  [[1], null, '1 day before'],
  [[15], null, '15 days before'],
  [[1, 7, 0], 7, '7, 1 days before, on the day and every 7 days after it'],
  [[0], 1, 'on the day and every day after it'],
  [[], 30, 'every 30 days after it'],
])('days %j, repeated after %j: %s', (steps, repeatDays, text) => {
  expect(whenText({ steps, repeatDays })).toBe(text)
})

test('roles and users are named, and deleted ones are described as gone', () => {
  const named = { ...rule, atOnce: false, escalateAfterDays: 1, steps: [0], tells: [] }
  expect(actText({ ...named, roleIds: ['accounts'], userIds: ['asha'], escalateUserIds: ['asha'] }, nameOf)).toBe(
    'tell Accounts and Asha Rao on the day; nobody acts: after 1 day Asha Rao',
  )
  expect(actText({ ...named, escalateAfterDays: null, userIds: ['left'] }, nameOf)).toBe(
    'tell somebody who is gone on the day',
  )
  expect(namesIn(undefined)('asha')).toBe('…')
})

test('only a rule for critical deadlines states that it is mailed at once', () => {
  expect(actText({ ...rule, kind: 'TASK_DUE' }, nameOf)).not.toContain('mailed')
})

test('the description of a rule’s deadlines includes its conditions', () => {
  const narrowed = {
    kind: 'REFUND_DUE',
    amountFrom: 500_000,
    contractTypes: ['EPC', 'Supply'],
    purposes: ['EMD'],
  } as const
  expect(caseText({ ...narrowed, contractTypes: [...narrowed.contractTypes], purposes: [...narrowed.purposes] })).toBe(
    'Deposit falls due, EMD, of contracts EPC or Supply, from ₹5,00,000.00',
  )
  expect(deadlineKindNames.filter((kind) => isNarrowedBy('purposes', kind))).toEqual([
    'REFUND_DUE',
    'REFUND_STEP',
    'CLAIM_TIME_BARRED',
    'EXEMPTION_EXPIRES',
  ])
  expect(isNarrowedBy('amountFrom', 'TASK_DUE')).toBe(false)
})

test('a rule has its own name, or that of its kind', () => {
  expect(nameText({ name: 'Hand in the bid', kind: 'TENDER_CLOSES' })).toBe('Hand in the bid')
  expect(nameText({ name: 'Large bids', kind: 'TENDER_CLOSES' })).toBe('Large bids')
})

test('at most four recipients are named, or three and the number of others', () => {
  expect(toldText(['Asha'])).toBe('to Asha')
  expect(toldText(['A', 'B', 'C', 'D'])).toBe('to A, B, C and D')
  expect(toldText(['A', 'B', 'C', 'D', 'E'])).toBe('to A, B, C and 2 others')
})
