import type { CoveredDeadline, UndatedRecord } from '@plinth/api/reminders/reminder-coverage'
import type { ReminderRule } from '@plinth/api/reminders/reminder-rules'
import { expect, test } from 'vitest'
import { dayRepairOf, type May, repairOf, undatedPath } from './repairs.ts'

const deadline: CoveredDeadline = {
  kind: 'TENDER_CLOSES',
  recordType: 'CONTRACT',
  recordId: 'c1',
  contractId: 'c1',
  dueOn: '2026-12-05',
  actBy: '2026-12-04',
  title: 'Kaveri bridge',
  number: null,
  amount: null,
  ownerId: 'u1',
  ownerName: 'Asha',
  markId: null,
  waivedBecause: null,
  state: 'NO_RULE',
}
const rule: ReminderRule = {
  id: 'r1',
  name: 'Hand in the bid',
  kind: 'TENDER_CLOSES',
  steps: [3],
  repeatDays: null,
  amountFrom: null,
  contractTypes: [],
  purposes: [],
  tells: ['OWNER'],
  roleIds: [],
  userIds: [],
  escalateAfterDays: null,
  escalateFrom: 7,
  escalateRoleIds: [],
  escalateUserIds: [],
  atOnce: false,
  isActive: true,
  isBuiltIn: true,
  since: '2026-11-01',
  createdBy: null,
  createdByName: null,
  updatedBy: null,
  updatedByName: null,
  isDeleted: false,
  deletedAt: null,
  deletedBy: null,
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
}
const off = { ...rule, isActive: false }
const roads = { ...rule, id: 'r2', contractTypes: ['Road'] }
const another = { ...rule, id: 'r3', kind: 'TASK_DUE' as const, isActive: false }

const mayAll: May = () => true
const mayView: May = (_, can) => can === 'canView'
const mayOnlyReminders: May = (module) => module === 'Reminders'

test('a deadline without a rule is repaired by switching its rule on, changing a narrowed rule or entering a rule', () => {
  expect(repairOf(deadline, [another, off], mayAll)).toEqual({ label: 'Switch its rule on', rule: off })
  expect(repairOf(deadline, [off], mayView)).toEqual({ label: 'Look at its rule', to: '/reminders/rules/r1' })
  // Switching on a rule for roads would not cover other contracts.
  expect(repairOf(deadline, [{ ...roads, isActive: false }], mayAll)).toEqual({
    label: 'Change its rule',
    to: '/reminders/rules/r2',
  })
  expect(repairOf(deadline, [another], mayAll)).toEqual({ label: 'Enter a rule', to: '/reminders/rules/create' })
  expect(repairOf(deadline, [], mayView)).toEqual({ label: 'Look at the rules', to: '/reminders/rules' })
})

test('a deadline whose steps are past is repaired by changing its active rules', () => {
  const late = { ...deadline, state: 'NO_STEP_LEFT' as const }
  expect(repairOf(late, [rule, { ...off, id: 'r4' }], mayAll)).toEqual({
    label: 'Change its rule',
    to: '/reminders/rules/r1',
  })
  expect(repairOf(late, [rule, roads], mayAll)).toEqual({ label: 'Change its rules', to: '/reminders/rules' })
})

test('a deadline that names nobody is repaired where the record names its owner', () => {
  const nobodys = { ...deadline, state: 'NOBODY' as const, ownerId: null, ownerName: null }
  const label = 'Name who does it'
  expect(repairOf(nobodys, [rule], mayAll)).toEqual({ label, to: '/contracts/c1', hash: 'terms' })
  const deposit = { ...nobodys, kind: 'REFUND_DUE', recordType: 'DEPOSIT', recordId: 'd1' } as const
  expect(repairOf(deposit, [], mayAll)).toEqual({
    label,
    to: '/contracts/c1/security-deposit/d1/edit',
    hash: 'field-ownerId',
  })
  const task = { ...nobodys, kind: 'GENERAL_TASK_DUE', recordType: 'GENERAL_TASK', recordId: 'g1' } as const
  expect(repairOf(task, [], mayAll)).toEqual({ label, to: '/general-tasks/g1/edit', hash: 'field-assigneeId' })
  expect(repairOf(task, [], mayView)).toEqual({ label: 'Look at the record', to: '/general-tasks/g1' })
  const exemption = { ...nobodys, kind: 'EXEMPTION_EXPIRES', recordType: 'EXEMPTION', recordId: 'e1' } as const
  expect(repairOf(exemption, [], mayAll)).toEqual({ label, to: '/contracts/c1', hash: 'terms' })
  const project = { ...nobodys, kind: 'PROJECT_ENDS', recordType: 'PROJECT', recordId: 'p1' } as const
  expect(repairOf(project, [], mayAll)).toEqual({ label, to: '/projects/p1' })
})

test('a deadline that its owner may not view is repaired in the owner’s roles, else in all roles, else in the rule', () => {
  const unseen = { ...deadline, state: 'NOBODY_MAY_SEE' as const }
  expect(repairOf(unseen, [rule], mayAll)).toEqual({ label: 'Roles of Asha', to: '/admin/users/u1/roles' })
  expect(repairOf({ ...unseen, ownerId: null, ownerName: null }, [rule], mayAll)).toEqual({
    label: 'Look at the roles',
    to: '/admin/roles',
  })
  expect(repairOf(unseen, [rule], mayOnlyReminders)).toEqual({ label: 'Change its rule', to: '/reminders/rules/r1' })
})

test('a covered or waived deadline has no repair', () => {
  for (const state of ['COVERED', 'WAIVED'] as const)
    expect(repairOf({ ...deadline, state }, [off], mayAll)).toBeUndefined()
})

test('an undated record links to its page, and with permission to edit to the empty field', () => {
  const record: UndatedRecord = { kind: 'TENDER', recordId: 'c1', contractId: 'c1', title: 'Weir', number: null }
  expect(undatedPath(record)).toBe('/contracts/c1')
  expect(dayRepairOf(record, mayAll)).toMatchObject({ to: '/contracts/c1/edit', hash: 'field-closingDate' })
  expect(dayRepairOf(record, mayView)).toBeUndefined()
  expect(undatedPath({ ...record, kind: 'DEPOSIT', recordId: 'd1' })).toBe('/contracts/c1/security-deposit/d1')
  const exemption = { ...record, kind: 'EXEMPTION', recordId: 'e1' } as const
  expect(dayRepairOf(exemption, mayAll)).toEqual({ label: 'Enter the day', to: '/contracts/exemptions/e1' })
  expect(undatedPath({ ...record, kind: 'GUARANTEE', recordId: 'i1', contractId: null })).toBe(
    '/contracts/instruments/i1',
  )
})
