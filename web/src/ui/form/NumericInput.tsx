import { TextInput, type TextInputProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { latinDigits } from '@plinth/api/kernel/amounts'
import { type ChangeEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t, translated } from '../../lib/language.ts'

/** A number, a text that is not a number (as it was typed), or null. */
export type Numeric = number | string | null

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  label: string
  value: Numeric
  /** Parses a text; undefined if it is not a number. */
  read: (text: string) => number | undefined
  /** The fault of a text that is not a number, as the end of a sentence that begins with the label. */
  fault: string
  onChange: (value: Numeric) => void
}

const plainFigures = /^[+-]?[\d,]*(?:\.\d*)?$/
/** A text that may still become a number: its fault is shown only on blur. */
const unfinished = /^[+-]?(?:₹|rs?\.?|inr?|i)?\s*[\d,.]*$/i

/** Groups figures in lakhs; other characters of the text stay. */
const inLakhs = (figures: string) =>
  figures.replaceAll(',', '').replace(/\d+/, (whole) => whole.replace(/(\d)(?=(\d\d)+\d$)/g, '$1,'))

const textOf = (value: Numeric) => (typeof value === 'number' ? inLakhs(String(value)) : (value ?? ''))

/** The caret position after grouping: behind the same number of characters that are not commas. */
function caretIn(text: string, signs: number): number {
  let at = 0
  for (let seen = 0; at < text.length && seen < signs; at += 1) if (text[at] !== ',') seen += 1
  return at
}

/** Whether the user typed or deleted one character of a number that was grouped already, so that its commas come from the grouping. */
function isKeystroke({ nativeEvent }: ChangeEvent, before: string): boolean {
  if (!(nativeEvent instanceof InputEvent) || before !== inLakhs(before)) return false
  const { inputType, data } = nativeEvent
  return inputType.startsWith('delete') || (/^insert(?:Composition)?Text$/.test(inputType) && !data?.includes(','))
}

/**
 * An input for a number, grouped in lakhs while it is typed. Pasted amounts are parsed; a text that is not a number is never converted: it
 * stays, with its fault beside it.
 */
export function NumericInput({ value, read, fault, onChange, onBlur, error, ref, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const both = useMergedRef(input, ref)
  const [typed, setTyped] = useState(() => textOf(value))
  const [isLeft, setLeft] = useState(true)
  const caret = useRef<number | null>(null)
  const meaning = (text: string): Numeric => (text.trim() === '' ? null : (read(text) ?? text))
  const shown = meaning(typed) === value ? typed : textOf(value)
  const isNone = typeof value === 'string' && value !== ''
  const message = isNone && t('{label} {fault}', { label: props.label, fault: translated(fault) })

  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  // Blocks the submit of a form that the browser validates.
  useEffect(() => input.current?.setCustomValidity(message || ''), [message])

  function change(event: ChangeEvent<HTMLInputElement>) {
    const { value: raw, selectionStart } = event.currentTarget
    const text = latinDigits(raw)
    const isPlain = plainFigures.test(text) && (isKeystroke(event, shown) || read(text) !== undefined)
    const next = isPlain ? inLakhs(text) : text
    const before = text.slice(0, selectionStart ?? text.length).replaceAll(',', '').length
    if (next !== raw) caret.current = isPlain ? caretIn(next, before) : selectionStart
    setLeft(false)
    setTyped(next)
    if (meaning(next) !== value) onChange(meaning(next))
  }

  return (
    <TextInput
      {...props}
      ref={both}
      autoComplete="off"
      value={shown}
      error={error || ((isLeft || !unfinished.test(shown)) && message)}
      onChange={change}
      onBlur={(event) => {
        setLeft(true)
        if (!plainFigures.test(shown)) setTyped(textOf(value))
        onBlur?.(event)
      }}
    />
  )
}
