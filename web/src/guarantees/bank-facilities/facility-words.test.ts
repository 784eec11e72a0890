import { freeings } from '@plinth/api/guarantees/bank-facilities'
import { expect, test } from 'vitest'
import { facilityText } from './facility-name.ts'
import { exampleText, freeingText } from './facility-words.ts'

const terms = { marginPercent: 10, commissionPercent: 1.5, commissionBasis: 'PER_DAY_365', minCharge: null } as const

test('facilityText joins the bank and the name of the limit, if it has one', () => {
  expect(facilityText({ bank: 'Canara Bank', name: null })).toBe('Canara Bank')
  expect(facilityText({ bank: 'Canara Bank', name: 'Guarantees' })).toBe('Canara Bank, Guarantees')
})

test('exampleText says what a guarantee for a year costs', () => {
  expect(exampleText(terms)).toBe(
    'A guarantee of ₹10,00,000.00 for a year costs ₹15,000.00 in commission; the bank keeps ₹1,00,000.00 as margin.',
  )
  expect(exampleText({ ...terms, commissionBasis: 'PER_QUARTER_OR_PART' })).toContain('₹15,000.00')
  expect(exampleText({ ...terms, marginPercent: null, minCharge: 20_000 })).toBe(
    'A guarantee of ₹10,00,000.00 for a year costs ₹20,000.00 in commission.',
  )
})

test('exampleText leaves out commission or margin that is unknown', () => {
  const unknown = { ...terms, commissionPercent: null }
  expect(exampleText(unknown)).toBe('Of a guarantee of ₹10,00,000.00 the bank keeps ₹1,00,000.00 as margin.')
  expect(exampleText({ ...unknown, marginPercent: null })).toBe('')
})

test('each way in which a limit comes free has an explanation of its own', () => {
  expect(new Set(freeings.map((way) => freeingText[way])).size).toBe(freeings.length)
})
