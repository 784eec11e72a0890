import { expect, test } from 'vitest'
import { instrumentKinds } from '../guarantees/instrument-moves.ts'
import { inWords } from './code-words.ts'

test('a code is written as words that mean nothing else on a button', () => {
  expect(['WORK_ORDER_ISSUED', 'DRAFT', 'OPEN', 'OPENING'].map(inWords)).toEqual([
    'Work order issued',
    'Draft',
    'Not finished',
    'Opening',
  ])
})

test('the kinds of instruments are written out', () => {
  expect(instrumentKinds.map(inWords)).toEqual([
    'Bank guarantee',
    'e-Bank guarantee',
    'Surety bond',
    'Fixed deposit receipt',
    'Term deposit receipt',
    'National Savings Certificate',
    'Demand draft',
    "Banker's cheque",
    'Paid online',
    'Paid in cash',
    'Kept from bills',
  ])
})
