import { sentLine } from '@plinth/api/works/measurement-lines'
import { describe, expect, test } from 'vitest'
import {
  blankLine,
  faultsOf,
  fieldOfPath,
  hasTyped,
  readDimension,
  reversalOf,
  typedContents,
  typedLineOf,
  wireLineOf,
  withKey,
} from './line-typed.ts'

const id = '019ac000-0000-7000-8000-000000000001'
const itemId = '019ac000-0000-7000-8000-000000000002'
const typed = (overrides: Parameters<typeof blankLine>[0]) => blankLine({ itemId, ...overrides })

describe('a typed dimension', () => {
  test('is a number in either script, or arithmetic that is stored', () => {
    expect(readDimension(' 1,250.5 ')).toEqual({ value: '1250.500' })
    expect(readDimension('१२.५')).toEqual({ value: '12.500' })
    expect(readDimension('')).toEqual({ value: null })
    expect(readDimension('(3.20+4.10)÷2')).toEqual({ value: '3.650', arithmetic: '(3.20+4.10)/2' })
  })

  test('has a fault if it is no number or not more than 0', () => {
    expect(readDimension('3..2')).toEqual({ fault: { message: 'cannot be worked out' } })
    expect(readDimension('2-3')).toEqual({ fault: { message: 'must not be negative' } })
    expect(readDimension('0')).toMatchObject({ fault: { message: 'must be more than 0' } })
  })
})

describe('a typed line', () => {
  test('has the contents of its valid fields, negative for a deduction', () => {
    expect(typedContents(typed({ nos: '2', length: '3.5', breadth: '.23' }), 2, 'HALF_UP')).toBe('1.61')
    expect(typedContents(typed({ nos: '2', length: '3.5', isDeduction: true }), 2, 'HALF_UP')).toBe('-7.00')
    expect(typedContents(typed({ nos: '2', length: '3..' }), 2, 'HALF_UP')).toBe('2.00')
    expect(typedContents(typed({ length: '2.5', breadth: '.05' }), 2, 'HALF_EVEN')).toBe('0.12')
  })

  test('has a fault without an item, without a measure, and for an invalid field', () => {
    expect(faultsOf(blankLine({ nos: '1' })).map(({ field }) => field)).toEqual(['itemId'])
    expect(faultsOf(typed({ parts: '2' })).map(({ field }) => field)).toEqual(['nos'])
    expect(faultsOf(typed({ length: 'x', depth: '(1' })).map(({ field }) => field)).toEqual(['length', 'depth'])
    expect(faultsOf(typed({ nos: '1', factor: '1.2345678' })).map(({ field }) => field)).toEqual(['factor'])
    expect(wireLineOf(typed({ parts: '2' }))).toBeUndefined()
  })

  test('becomes a valid line of the wire and back with its arithmetic', () => {
    const line = typed({ nos: '2', length: '(3.2+4.1)/2', description: ' Footing F1 ' })
    const sent = wireLineOf(line)
    if (!sent) throw new Error('no line')
    expect(sent).toMatchObject({ nos: 2, parts: null, length: 3.65, typed: { length: '(3.2+4.1)/2' } })
    expect(sentLine.safeParse({ ...sent, id }).success).toBe(true)
    expect(typedLineOf(sent)).toEqual({ ...line, description: 'Footing F1' })
  })

  test('has unsaved text as soon as anything but its item is typed', () => {
    expect(hasTyped(typed({ isDeduction: true }))).toBe(false)
    expect(hasTyped(typed({ depth: '1' }))).toBe(true)
  })
})

test('a reversal has the dimensions of the recorded line and the opposite sign', () => {
  const recorded = { id, itemId, nos: 2, length: 3.65, typed: { length: '(3.2+4.1)/2' }, isDeduction: false }
  const reversal = reversalOf(recorded)
  expect(reversal).toMatchObject({ nos: 2, length: 3.65, typed: recorded.typed, isDeduction: true, correctsLineId: id })
  expect(sentLine.safeParse({ ...reversal, id: itemId }).success).toBe(true)
})

test('a path of the server names its field of the form', () => {
  expect(fieldOfPath('lines.0.nos')).toBe('nos')
  expect(fieldOfPath('typed.length')).toBe('length')
  expect(fieldOfPath('sheetId')).toBeUndefined()
})

test('a key replaces the selection and moves the cursor behind it', () => {
  expect(withKey('3.2', '+', 3, 3)).toEqual(['3.2+', 4])
  expect(withKey('3.25', '*', 1, 3)).toEqual(['3*5', 2])
  expect(withKey('3', '/', null, null)).toEqual(['3/', 2])
})
