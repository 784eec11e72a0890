import { describe, expect, test } from 'vitest'
import { nextOfBill } from './bill-next.ts'

const plain = { billingEnd: null, faults: [], workFaults: [], sources: [], previousBill: null } as const
const resting = (waits: boolean) => [{ rules: [{ waits: false }, { waits }] }]
const after = (isProvisional: boolean) => ({ isProvisional })

describe('what is next of a bill', () => {
  test.each([
    ['a draft whose agreement misses something', { status: 'DRAFT', faults: ['siteState'] }, 'COMPLETE_TERMS'],
    ['a draft with an item that has no rate', { status: 'DRAFT', workFaults: ['rate'] }, 'MEND_ITEMS'],
    ['a draft by a rule that nobody confirmed', { status: 'DRAFT', sources: resting(true) }, 'CONFIRM_RULE'],
    ['a draft beside a bill with the department', { status: 'DRAFT', previousBill: after(true) }, 'WAIT'],
    ['a draft after a passed bill', { status: 'DRAFT', sources: resting(false), previousBill: after(false) }, 'SUBMIT'],
    ['one that came back', { status: 'RETURNED' }, 'SUBMIT'],
    ['one with the department', { status: 'SUBMITTED' }, 'ENTER_MEMORANDUM'],
    ['a passed one', { status: 'PASSED' }, 'NEXT_BILL'],
    ['a passed final one', { status: 'PASSED', billingEnd: 'FINAL' }, undefined],
    ['a passed one of a closed agreement', { status: 'PASSED', billingEnd: 'CLOSED' }, undefined],
    ['a draft of a closed agreement', { status: 'DRAFT', billingEnd: 'CLOSED' }, undefined],
    ['a cancelled one beside a final bill', { status: 'CANCELLED', billingEnd: 'FINAL' }, undefined],
    ['a cancelled one', { status: 'CANCELLED' }, 'NEXT_BILL'],
  ] as const)('%s', (_, bill, step) => {
    expect(nextOfBill({ ...plain, ...bill })).toBe(step)
  })
})
