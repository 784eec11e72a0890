import { describe, expect, test } from 'vitest'
import { nextOfBill } from './bill-next.ts'

const plain = { billingEnd: null, faults: [], workFaults: [], sources: [], previousBill: null } as const
const sourcesThat = (waits: boolean) => [{ rules: [{ waits: false }, { waits }] }]
const after = (isProvisional: boolean) => ({ isProvisional })

describe('the next step of a bill', () => {
  test.each([
    ['a draft whose agreement lacks a field', { status: 'DRAFT', faults: ['siteState'] }, 'COMPLETE_TERMS'],
    ['a draft with an item that has no rate', { status: 'DRAFT', workFaults: ['rate'] }, 'MEND_ITEMS'],
    ['a draft with an unconfirmed rule', { status: 'DRAFT', sources: sourcesThat(true) }, 'CONFIRM_RULE'],
    ['a draft beside a bill with the department', { status: 'DRAFT', previousBill: after(true) }, 'WAIT'],
    [
      'a draft after a passed bill',
      { status: 'DRAFT', sources: sourcesThat(false), previousBill: after(false) },
      'SUBMIT',
    ],
    ['a returned bill', { status: 'RETURNED' }, 'SUBMIT'],
    ['a bill with the department', { status: 'SUBMITTED' }, 'ENTER_MEMORANDUM'],
    ['a passed bill', { status: 'PASSED' }, 'NEXT_BILL'],
    ['a passed final bill', { status: 'PASSED', billingEnd: 'FINAL' }, undefined],
    ['a passed bill of a closed agreement', { status: 'PASSED', billingEnd: 'CLOSED' }, undefined],
    ['a draft of a closed agreement', { status: 'DRAFT', billingEnd: 'CLOSED' }, undefined],
    ['a cancelled bill beside a final bill', { status: 'CANCELLED', billingEnd: 'FINAL' }, undefined],
    ['a cancelled bill', { status: 'CANCELLED' }, 'NEXT_BILL'],
  ] as const)('%s', (_, bill, step) => {
    expect(nextOfBill({ ...plain, ...bill })).toBe(step)
  })
})
