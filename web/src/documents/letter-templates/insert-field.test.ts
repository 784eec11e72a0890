import { letterTexts } from '@plinth/api/documents/letter-fields'
import { expect, test } from 'vitest'
import { insertField } from './insert-field.ts'

test('a field replaces the selection, and the cursor moves behind it', () => {
  expect(insertField('Refund of X now', 10, 11, 'amount')).toEqual({ text: 'Refund of {amount} now', caret: 18 })
  expect(insertField('', 0, 0, 'bidId')).toEqual({ text: '{bidId}', caret: 7 })
})

test('the table of deposits gets a paragraph of its own wherever the cursor is', () => {
  for (const at of [0, 5, 6, 11]) {
    const { text, caret } = insertField('Above. Below', at, at, 'deposits')
    expect(letterTexts.body.safeParse(text).success).toBe(true)
    expect(text.slice(0, caret).endsWith('{deposits}')).toBe(true)
  }
  expect(insertField('Above.\n\n', 8, 8, 'deposits').text).toBe('Above.\n\n{deposits}')
})
