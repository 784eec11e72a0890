import { expect, test } from 'vitest'
import { instrumentKindLabels, instrumentKinds } from '../instrument-moves.ts'
import { inWords } from './code-words.ts'

test('a code is read as a sentence, and not as a word that says something else on a button', () => {
  expect(['WORK_ORDER_ISSUED', 'DRAFT', 'OPEN', 'OPENING'].map(inWords)).toEqual([
    'Work order issued',
    'Draft',
    'Not finished',
    'Opening',
  ])
})

test('the kinds of instruments are read as they are labelled', () => {
  expect(instrumentKinds.map(inWords)).toEqual(instrumentKinds.map((kind) => instrumentKindLabels[kind]))
})
