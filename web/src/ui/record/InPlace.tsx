import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { useRef, useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { dash, dayText, percent, plainText, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { sayFault } from '../form/form-context.ts'
import { lazyPart } from '../shell/Part.tsx'
import { useRecordChange, whyNotStored } from '../shell/useRecordChange.ts'
import classes from './InPlace.module.css'
import type { CellEditorProps, CellValue } from './useCellEditor.ts'

// A list stays cheap: what changes its values is fetched and drawn when it is asked for.
const DayEditor = lazyPart(() => import('./DayEditor.tsx'), 'DayEditor')
const AmountEditor = lazyPart(() => import('./AmountEditor.tsx'), 'AmountEditor')

/** The fields of a record that a list edits in place. */
export interface InPlace<Row> {
  /** The call that changes the record, and its params if they are not just the id. */
  endpoint: Endpoint
  params?: (row: Row) => object
  /** Names the record in notices. */
  nameOf: (row: Row) => string
  /** The fields, each with the fields that the server derives from it and that Undo restores along with it. */
  fields: Readonly<Partial<Record<keyof Row & string, readonly (keyof Row & string)[]>>>
}

const kinds = ['day', 'money', 'percent'] as const
export type ChangeableKind = (typeof kinds)[number]
export const isChangeable = (kind: string | undefined): kind is ChangeableKind => kinds.some((one) => one === kind)

interface Stored {
  id: string
  updatedAt: string
}

interface Props<Row> {
  inPlace: InPlace<Row>
  row: Row
  field: string
  value: unknown
  kind: ChangeableKind
  /** The label of each field of the record. */
  labels: Map<string, string>
}

const valueOf = (value: unknown): CellValue => (typeof value === 'string' || typeof value === 'number' ? value : null)

/** The values of these fields of a record. */
const valuesIn = (record: object, fields: string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => fields.includes(name)))

function textOf(kind: ChangeableKind, value: CellValue): string {
  if (value === null) return dash
  if (kind === 'day') return dayText(plainText(value))
  return kind === 'money' ? rupees(Number(value)) : percent(Number(value))
}

const derivedFields = (fields: object, field: string): string[] =>
  Object.entries(fields).flatMap(([name, followers]) => (name === field ? followers : []))

const isStored = (row: unknown): row is Stored => typeof row === 'object' && row !== null && 'updatedAt' in row

/** Stores a value of the row; returns why it was refused, else null. */
function useStore<Row extends object>(props: Props<Row>) {
  const { inPlace, row, field, kind, labels } = props
  const change = useRecordChange()
  return async (value: CellValue): Promise<string | null> => {
    if (!isStored(row)) return null
    const { endpoint, params, nameOf, fields } = inPlace
    const name = nameOf(row)
    const label = labels.get(field) ?? field
    const before = valuesIn(row, [field, ...derivedFields(fields, field)])
    const noticeOf = (one: CellValue) => t('{name}: {label} {value}', { name, label, value: textOf(kind, one) })
    try {
      await change({
        endpoint,
        params: params ? params(row) : { id: row.id },
        body: { [field]: value },
        before,
        updatedAt: row.updatedAt,
        done: noticeOf(value),
        undone: noticeOf(valueOf(props.value)),
        failed: t('{label} of {name} was not changed.', { label, name }),
      })
      return null
    } catch (error) {
      const fault = error instanceof CallError ? error.fields.find(({ path }) => path === field) : undefined
      return fault ? sayFault(labels, field, { type: 'server', ...fault }, value) : whyNotStored(error)
    }
  }
}

/** A value of a list, edited in place by users who may edit the record. */
export function InPlaceCell<Row extends object>(props: Props<Row>) {
  const { inPlace, kind, value } = props
  return useCan(inPlace.endpoint) ? <Changeable {...props} /> : textOf(kind, valueOf(value))
}

/** The value that was stored last, while the row is still shown in its former state. */
function useStoredValue(row: object) {
  const [storedValue, setStoredValue] = useState<{ value: CellValue; over: object } | null>(null)
  return {
    storedValue: storedValue?.over === row ? storedValue : null,
    setStoredValue: (value: CellValue) => setStoredValue({ value, over: row }),
  }
}

const longLabelOf = <Row,>({ inPlace, row, field, labels }: Props<Row>) =>
  t('{label} of {name}', { label: labels.get(field) ?? field, name: inPlace.nameOf(row) })

function Changeable<Row extends object>(props: Props<Row>) {
  const { row, kind } = props
  const { storedValue, setStoredValue } = useStoredValue(row)
  const value = storedValue ? storedValue.value : valueOf(props.value)
  const [opened, setOpened] = useState<{ value: CellValue } | null>(null)
  const isAsked = useRef(false)
  const prepare = () => void (kind === 'day' ? DayEditor : AmountEditor).preload()

  if (opened)
    return (
      <Editing
        {...props}
        before={opened.value}
        now={value}
        onStored={setStoredValue}
        onLeave={(isByKey) => {
          isAsked.current = isByKey
          setOpened(null)
        }}
      />
    )
  return (
    <button
      ref={(element) => {
        if (element && isAsked.current) element.focus({ preventScroll: true })
        isAsked.current = false
      }}
      type="button"
      data-edit
      className={classes['value']}
      aria-label={`${longLabelOf(props)}: ${textOf(kind, value)}`}
      onFocus={prepare}
      onPointerEnter={prepare}
      onClick={() => setOpened({ value })}
    >
      {textOf(kind, value)}
    </button>
  )
}

interface EditingProps<Row> extends Props<Row> {
  /** The value when the editor was opened, and its present value. */
  before: CellValue
  now: CellValue
  onStored: (value: CellValue) => void
  onLeave: CellEditorProps['onLeave']
}

function Editing<Row extends object>({ before, now, onStored, onLeave, ...props }: EditingProps<Row>) {
  const { field, kind, labels } = props
  const store = useStore(props)
  const editor: CellEditorProps = {
    label: labels.get(field) ?? field,
    longLabel: longLabelOf(props),
    value: before,
    storedNow: now === before ? undefined : t('Now: {value}', { value: textOf(kind, now) }),
    async onStore(next) {
      const refusal = await store(next)
      if (refusal === null) onStored(next)
      return refusal
    },
    onLeave,
  }
  return kind === 'day' ? <DayEditor {...editor} /> : <AmountEditor kind={kind} {...editor} />
}
