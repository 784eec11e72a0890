import { latinDigits, parseNumber } from '@plinth/api/kernel/amounts'
import type { Rounding } from '@plinth/api/kernel/decimal'
import { type Message, messageOf } from '@plinth/api/kernel/messages'
import { contentsOf, dimensionOf, isMeasured, type MeasuredLine } from '@plinth/api/works/measured-contents'
import type { SentLine } from '@plinth/api/works/measurement-lines'

/** The dimensions in the order in which the form asks for them. */
export const dimensionFields = ['nos', 'parts', 'length', 'breadth', 'depth'] as const
export type DimensionField = (typeof dimensionFields)[number]

/** The fields of the line form as texts. */
export interface TypedLine {
  itemId: string | null
  description: string
  nos: string
  parts: string
  length: string
  breadth: string
  depth: string
  factor: string
  isDeduction: boolean
  /** The recorded line that this line corrects. */
  correctsLineId: string | null
}

export const blankLine = (overrides: Partial<TypedLine> = {}): TypedLine => ({
  itemId: null,
  description: '',
  nos: '',
  parts: '',
  length: '',
  breadth: '',
  depth: '',
  factor: '',
  isDeduction: false,
  correctsLineId: null,
  ...overrides,
})

const typedFields = [...dimensionFields, 'factor', 'description'] as const

/** Whether anything but the item is typed, so that leaving would lose it. */
export const hasTyped = (line: TypedLine): boolean => typedFields.some((name) => line[name] !== '')

export type LineField = DimensionField | 'factor' | 'itemId' | 'description' | 'correctsLineId'
export type LineFault = { field: LineField } & Message

/** Replaces the form's signs of multiplication, division and subtraction by those of arithmetic. */
const normalized = (typed: string) =>
  latinDigits(typed).replaceAll('×', '*').replaceAll('÷', '/').replaceAll('−', '-').trim()

type Read = { value: string | null; arithmetic?: string } | { fault: Message }

const tooSmall: Read = { fault: messageOf('must be more than {min}', { min: 0 }) }

/** A dimension as decimal text, with its arithmetic if it was typed as such; null if the field is blank. */
export function readDimension(typed: string): Read {
  const text = normalized(typed)
  if (text === '') return { value: null }
  const number = parseNumber(text)
  const found = dimensionOf(number === undefined ? text : String(number))
  if ('fault' in found) return found
  if (Number(found.value) === 0) return tooSmall
  return { value: found.value, ...(number === undefined && { arithmetic: text }) }
}

const factorForm = /^\d{1,6}(\.\d{1,6})?$/

function readFactor(typed: string): Read {
  if (normalized(typed) === '') return { value: null }
  const text = String(parseNumber(normalized(typed)) ?? '')
  if (!factorForm.test(text))
    return { fault: messageOf('must have at most {digits} digits and {decimals} decimals', { digits: 6, decimals: 6 }) }
  return Number(text) === 0 ? tooSmall : { value: text }
}

/** The dimensions of the line; a field with a fault counts as blank. */
function measuredOf(typed: TypedLine): MeasuredLine {
  const read = (found: Read) => ('fault' in found ? null : found.value)
  return {
    nos: read(readDimension(typed.nos)),
    parts: read(readDimension(typed.parts)),
    length: read(readDimension(typed.length)),
    breadth: read(readDimension(typed.breadth)),
    depth: read(readDimension(typed.depth)),
    factor: read(readFactor(typed.factor)),
    isDeduction: typed.isDeduction,
  }
}

/** The contents of the line as far as it is typed, as decimal text. */
export const typedContents = (typed: TypedLine, decimals: number, rounding: Rounding): string =>
  contentsOf(measuredOf(typed), decimals, rounding)

/** The faults that prevent the line from being saved, in the order of the fields. */
export function faultsOf(typed: TypedLine): LineFault[] {
  const faults: LineFault[] = typed.itemId === null ? [{ field: 'itemId', ...messageOf('is required') }] : []
  for (const field of dimensionFields) {
    const read = readDimension(typed[field])
    if ('fault' in read) faults.push({ field, ...read.fault })
  }
  const factor = readFactor(typed.factor)
  if ('fault' in factor) faults.push({ field: 'factor', ...factor.fault })
  if (faults.length === 0 && !isMeasured(measuredOf(typed)))
    faults.push({ field: 'nos', ...messageOf('give at least one of number, length, breadth and depth') })
  return faults
}

const lineFields: readonly LineField[] = [...dimensionFields, 'factor', 'itemId', 'description', 'correctsLineId']

/** The field that a path of the server names, such as `lines.0.nos` or `typed.length`; undefined if the form has no such field. */
export const fieldOfPath = (path: string): LineField | undefined =>
  path.split('.').flatMap((name) => lineFields.find((field) => field === name) ?? [])[0]

const numberOf = (text: string | null) => (text === null ? null : Number(text))

/** The line in the form of the wire, without its id; undefined if it has a fault. */
export function wireLineOf(typed: TypedLine): Omit<SentLine, 'id'> | undefined {
  if (typed.itemId === null || faultsOf(typed).length > 0) return undefined
  const measured = measuredOf(typed)
  const arithmetic = dimensionFields.flatMap((name): [DimensionField, string][] => {
    const read = readDimension(typed[name])
    return 'arithmetic' in read && read.arithmetic ? [[name, read.arithmetic]] : []
  })
  return {
    itemId: typed.itemId,
    description: typed.description.trim() || null,
    nos: numberOf(measured.nos),
    parts: numberOf(measured.parts),
    length: numberOf(measured.length),
    breadth: numberOf(measured.breadth),
    depth: numberOf(measured.depth),
    factor: numberOf(measured.factor),
    typed: arithmetic.length > 0 ? Object.fromEntries(arithmetic) : null,
    isDeduction: typed.isDeduction,
    correctsLineId: typed.correctsLineId,
  }
}

/** A stored line as texts of the form. */
export function typedLineOf(line: Omit<SentLine, 'id'>): TypedLine {
  const text = (name: DimensionField) => line.typed?.[name] ?? String(line[name] ?? '')
  return {
    itemId: line.itemId,
    description: line.description ?? '',
    nos: text('nos'),
    parts: text('parts'),
    length: text('length'),
    breadth: text('breadth'),
    depth: text('depth'),
    factor: String(line.factor ?? ''),
    isDeduction: line.isDeduction,
    correctsLineId: line.correctsLineId ?? null,
  }
}

/** The line that reverses a recorded line: the same dimensions with the opposite sign. */
export const reversalOf = (line: SentLine): Omit<SentLine, 'id'> | undefined =>
  wireLineOf({ ...typedLineOf(line), isDeduction: !line.isDeduction, correctsLineId: line.id })

/** Inserts a key at the cursor in place of the selection, and returns the new text and cursor. */
export function withKey(text: string, key: string, from: number | null, to: number | null): [string, number] {
  const start = from ?? text.length
  return [text.slice(0, start) + key + text.slice(to ?? start), start + key.length]
}
