import type { ContractTerms } from '@plinth/api/tenders/contract-terms'
import { expect, test } from 'vitest'
import { termsOf } from './term-texts.ts'

const noTerms = Object.fromEntries(
  [
    'ownerName',
    'bidValidityDays',
    'bidValidUntil',
    'emdAmount',
    'psPercent',
    'psDays',
    'psValidBeyondDays',
    'sdPercent',
    'sdCapPercent',
    'agreementDays',
    'dlpMonths',
    'dlpEnd',
    'completedOn',
    'finalBillOn',
    'refundClause',
  ].map((name) => [name, null]),
) as unknown as ContractTerms

const textsOf = (terms: Partial<ContractTerms>, actualEndDate: string | null = null) =>
  Object.fromEntries(
    termsOf({ ...noTerms, ...terms }, { actualEndDate })
      .filter(({ text }) => text !== '')
      .map(({ label, text }) => [label, text]),
  )

test('a term that nobody entered has no text', () => {
  expect(textsOf({})).toEqual({})
})

test('terms that belong together are one text, whichever of them are entered', () => {
  expect(textsOf({ psPercent: 5, psDays: 15, psValidBeyondDays: 60 })).toEqual({
    'Performance security': '5%, within 15 days of the award, valid 60 days beyond completion',
  })
  expect(textsOf({ psDays: 1 })).toEqual({ 'Performance security': 'within 1 day of the award' })
  expect(textsOf({ sdPercent: 2.5, sdCapPercent: 5 })).toEqual({ 'Security deposit': '2.5%, at most 5%' })
  expect(textsOf({ bidValidityDays: 90, bidValidUntil: '2026-09-30' })).toEqual({
    'Bid validity': 'until 30 Sep 2026, 90 days',
  })
  expect(textsOf({ dlpMonths: 1 })).toEqual({ 'Defect liability': '1 month' })
  expect(textsOf({ dlpMonths: 24, dlpEnd: '2028-02-29' })).toEqual({
    'Defect liability': '24 months, until 29 Feb 2028',
  })
})

test('a term of 0 is shown', () => {
  expect(textsOf({ emdAmount: 0, psPercent: 0, dlpMonths: 0, agreementDays: 0 })).toEqual({
    'Earnest money asked for': '₹0.00',
    'Performance security': '0%',
    'Defect liability': '0 months',
    Agreement: 'within 0 days of the award',
  })
})

test('a contract that has ended is completed on that day, unless the terms contain another one', () => {
  expect(textsOf({}, '2026-08-31')).toEqual({ 'Completed on': '31 Aug 2026' })
  expect(textsOf({ completedOn: '2026-09-15' }, '2026-08-31')).toEqual({ 'Completed on': '15 Sep 2026' })
})
