import { describe, expect, test } from 'vitest'
import { lacksSchedule, mayBillTyped, nextOfAgreement, statusesOf } from './agreement-next.ts'

const draft = { status: 'DRAFT', agreedOn: null, value: null, completedOn: null } as const
const signed = { ...draft, agreedOn: '2026-04-01', value: 100 } as const

describe('the next step of an agreement', () => {
  test.each([
    [draft, 'COMPLETE_DRAFT'],
    [{ ...signed, value: 0 }, 'COMPLETE_DRAFT'],
    [{ ...signed, agreedOn: null }, 'COMPLETE_DRAFT'],
    [signed, 'ACTIVATE'],
    [{ ...signed, status: 'ACTIVE' }, undefined],
    [{ ...signed, status: 'ACTIVE', completedOn: '2027-01-01' }, 'COMPLETE'],
    [{ ...signed, status: 'SUSPENDED', completedOn: '2027-01-01' }, undefined],
    [{ ...signed, status: 'COMPLETED', completedOn: '2027-01-01' }, undefined],
  ] as const)('%j: %s', (agreement, step) => {
    expect(nextOfAgreement(agreement)).toBe(step)
  })
})

describe('whether an agreement lacks a schedule', () => {
  test.each([
    [{ status: 'DRAFT', pricing: 'ITEM_RATE' }, { items: 0, bills: 0 }, true],
    [{ status: 'DRAFT', pricing: 'PERCENTAGE_RATE' }, { items: 0, bills: 0 }, true],
    [{ status: 'DRAFT', pricing: 'ITEM_RATE' }, { items: 1, bills: 0 }, false],
    [{ status: 'DRAFT', pricing: 'LUMP_SUM' }, { items: 0, bills: 0 }, false],
    [{ status: 'ACTIVE', pricing: 'ITEM_RATE' }, { items: 0, bills: 0 }, true],
    [{ status: 'ACTIVE', pricing: 'ITEM_RATE' }, { items: 0, bills: 1 }, false],
    [{ status: 'ACTIVE', pricing: 'LUMP_SUM' }, { items: 0, bills: 0 }, false],
    [{ status: 'COMPLETED', pricing: 'ITEM_RATE' }, { items: 0, bills: 0 }, false],
  ] as const)('for %j with %j: %s', (agreement, counts, expected) => {
    expect(lacksSchedule(agreement, counts)).toBe(expected)
  })
})

describe('whether the first bill of an agreement may have a typed amount', () => {
  test.each([
    [{ status: 'ACTIVE', direction: 'RECEIVABLE' }, { items: 0, bills: 0 }, true],
    [{ status: 'ACTIVE', direction: 'RECEIVABLE' }, { items: 1, bills: 0 }, false],
    [{ status: 'ACTIVE', direction: 'RECEIVABLE' }, { items: 0, bills: 1 }, false],
    [{ status: 'ACTIVE', direction: 'PAYABLE' }, { items: 0, bills: 0 }, false],
    [{ status: 'DRAFT', direction: 'RECEIVABLE' }, { items: 0, bills: 0 }, false],
  ] as const)('for %j with %j: %s', (agreement, counts, expected) => {
    expect(mayBillTyped(agreement, counts)).toBe(expected)
  })
})

describe('the statuses that an agreement can have next', () => {
  test.each([
    [draft, ['DRAFT']],
    [signed, ['DRAFT', 'ACTIVE']],
    [{ ...signed, status: 'ACTIVE' }, ['ACTIVE', 'SUSPENDED']],
    [{ ...signed, status: 'ACTIVE', completedOn: '2027-01-01' }, ['ACTIVE', 'SUSPENDED', 'COMPLETED']],
    [{ ...signed, status: 'COMPLETED', completedOn: '2027-01-01' }, ['COMPLETED', 'ACTIVE', 'CLOSED']],
    [{ ...signed, status: 'CLOSED', completedOn: '2027-01-01' }, ['CLOSED']],
  ] as const)('for %j are %j', (agreement, statuses) => {
    expect(statusesOf(agreement)).toEqual(statuses)
  })
})
