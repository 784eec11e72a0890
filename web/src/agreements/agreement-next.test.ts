import { describe, expect, test } from 'vitest'
import { lacksSchedule, nextOfAgreement, statusesOf } from './agreement-next.ts'

const draft = { status: 'DRAFT', agreedOn: null, value: null, completedOn: null } as const
const signed = { ...draft, agreedOn: '2026-04-01', value: 100 } as const

describe('what is next of an agreement', () => {
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

describe('the schedule of an agreement is to be entered', () => {
  test.each([
    [{ status: 'DRAFT', pricing: 'ITEM_RATE' }, 0, true],
    [{ status: 'DRAFT', pricing: 'PERCENTAGE_RATE' }, 0, true],
    [{ status: 'DRAFT', pricing: 'ITEM_RATE' }, 1, false],
    [{ status: 'DRAFT', pricing: 'LUMP_SUM' }, 0, false],
    [{ status: 'ACTIVE', pricing: 'ITEM_RATE' }, 0, false],
  ] as const)('of %j with %d items: %s', (agreement, items, lacks) => {
    expect(lacksSchedule(agreement, items)).toBe(lacks)
  })
})

describe('an agreement can be given', () => {
  test.each([
    [draft, ['DRAFT']],
    [signed, ['DRAFT', 'ACTIVE']],
    [{ ...signed, status: 'ACTIVE' }, ['ACTIVE', 'SUSPENDED']],
    [{ ...signed, status: 'ACTIVE', completedOn: '2027-01-01' }, ['ACTIVE', 'SUSPENDED', 'COMPLETED']],
    [{ ...signed, status: 'COMPLETED', completedOn: '2027-01-01' }, ['COMPLETED', 'ACTIVE', 'CLOSED']],
    [{ ...signed, status: 'CLOSED', completedOn: '2027-01-01' }, ['CLOSED']],
  ] as const)('of %j: %j', (agreement, statuses) => {
    expect(statusesOf(agreement)).toEqual(statuses)
  })
})
