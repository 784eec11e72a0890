import { expect, test } from 'vitest'
import { inWords } from './code-words.ts'

test('a code is read as a sentence, and not as a word that says something else on a button', () => {
  expect(['WORK_ORDER_ISSUED', 'DRAFT', 'OPEN', 'OPENING'].map(inWords)).toEqual([
    'Work order issued',
    'Draft',
    'Not finished',
    'Opening',
  ])
})

test('an abbreviation of the trade is written out, and a name keeps the letters that it is written with', () => {
  expect(['BG', 'E_BG', 'NSC', 'BILL_DEDUCTION', 'SURETY_BOND'].map(inWords)).toEqual([
    'Bank guarantee',
    'e-Bank guarantee',
    'National Savings Certificate',
    'Kept from bills',
    'Surety bond',
  ])
})
