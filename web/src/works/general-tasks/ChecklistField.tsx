import { Checkbox, CloseButton, Group, TextInput } from '@mantine/core'
import {
  type GeneralTask,
  type GeneralTaskLine,
  generalTaskLabels,
  maxTaskLines,
} from '@plinth/api/works/general-tasks'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { dash } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { useField } from '../../ui/form/FieldState.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import classes from './Checklist.module.css'
import { Checklist } from './Checklist.tsx'

/** A line of the form; a line with an id is stored, and keeps its tick when its text changes. */
type Typed = Pick<GeneralTaskLine, 'text' | 'isRequired'> & { id?: string }

const isLines = (value: unknown): value is Typed[] => Array.isArray(value)
const linesOf = (value: unknown) => (isLines(value) ? value : [])
const textOf = (value: unknown) =>
  linesOf(value)
    .map(({ text }) => text)
    .join(', ') || dash

const isEnter = (event: KeyboardEvent) => event.key === 'Enter' && !event.nativeEvent.isComposing

/** The checklist of a task: to tick in the view, to edit in the form. */
export function ChecklistField() {
  const isRead = useFormMode() === 'view'
  const stored = useFormContext<GeneralTask>().watch()
  if (isRead && (stored.lines ?? []).length === 0) return null
  return (
    <RecordSection title={translated(generalTaskLabels.lines)}>
      {isRead ? <Checklist task={stored} /> : <Editor />}
    </RecordSection>
  )
}

function Editor() {
  const { value, set, input } = useField('lines', translated(generalTaskLabels.lines), { textOf })
  const lines = linesOf(value)
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const next = useRef<HTMLInputElement>(null)

  function add() {
    const text = typed.trim()
    if (text === '') return
    set([...lines, { text, isRequired: false }])
    setTyped('')
  }
  const change = (at: number, more: Partial<Typed>) =>
    set(lines.map((line, nth) => (nth === at ? { ...line, ...more } : line)))
  function remove(at: number) {
    set(lines.filter((_, nth) => nth !== at))
    next.current?.focus()
  }
  /** Enter moves to the next line, and does not save the form. */
  function focusNext(event: KeyboardEvent, at: number) {
    if (!isEnter(event)) return
    event.preventDefault()
    const inputs = box.current?.querySelectorAll<HTMLInputElement>('input[data-line]') ?? []
    const nextInput = inputs[at + 1] ?? next.current
    nextInput?.focus()
  }

  return (
    <div className={classes['editor']} ref={box}>
      {lines.map((line, at) => (
        <div key={line.id ?? `new ${at}`} className={classes['line']}>
          <TextInput
            data-line
            aria-label={t('Line {number} of the checklist', { number: at + 1 })}
            maxLength={300}
            value={line.text}
            onChange={({ currentTarget }) => change(at, { text: currentTarget.value })}
            onKeyDown={(event) => focusNext(event, at)}
          />
          <Checkbox
            label={t('Required')}
            checked={line.isRequired}
            onChange={({ currentTarget }) => change(at, { isRequired: currentTarget.checked })}
          />
          <CloseButton
            iconSize={18}
            aria-label={t('Take out {name}', { name: line.text || t('line {number}', { number: at + 1 }) })}
            onClick={() => remove(at)}
          />
        </div>
      ))}
      {lines.length < maxTaskLines && (
        <TextInput
          {...input}
          ref={(element) => {
            next.current = element
            input.ref(element)
          }}
          label={t('Another line')}
          description={t('Enter adds it. The task is not done before what is required is ticked.')}
          maxLength={300}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onBlur={() => {
            // Adds a typed line also when the user saves without pressing Enter.
            add()
            input.onBlur()
          }}
          onKeyDown={(event) => {
            if (!isEnter(event)) return
            event.preventDefault()
            add()
          }}
        />
      )}
      {lines.length >= maxTaskLines && <Group>{input.error}</Group>}
    </div>
  )
}
