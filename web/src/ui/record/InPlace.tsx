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

/** What of a record is changed where a list shows it. */
export interface InPlace<Row> {
  /** The call that changes the record, and its params where they are not just the id. */
  endpoint: Endpoint
  params?: (row: Row) => object
  /** Names the record in what is told. */
  nameOf: (row: Row) => string
  /** The fields, each with those that the server makes follow it and Undo takes back along with it. */
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
  /** What each field of the record is called. */
  labels: Map<string, string>
}

const valueOf = (value: unknown): CellValue => (typeof value === 'string' || typeof value === 'number' ? value : null)

/** What these fields of a record hold. */
const heldIn = (record: object, fields: string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => fields.includes(name)))

function textOf(kind: ChangeableKind, value: CellValue): string {
  if (value === null) return dash
  if (kind === 'day') return dayText(plainText(value))
  return kind === 'money' ? rupees(Number(value)) : percent(Number(value))
}

const followersOf = (fields: object, field: string): string[] =>
  Object.entries(fields).flatMap(([name, followers]) => (name === field ? followers : []))

const isStored = (row: unknown): row is Stored => typeof row === 'object' && row !== null && 'updatedAt' in row

/** Stores a value of the row; answers why it was refused, else null. */
function useStore<Row extends object>(props: Props<Row>) {
  const { inPlace, row, field, kind, labels } = props
  const change = useRecordChange()
  return async (value: CellValue): Promise<string | null> => {
    if (!isStored(row)) return null
    const { endpoint, params, nameOf, fields } = inPlace
    const name = nameOf(row)
    const label = labels.get(field) ?? field
    const before = heldIn(row, [field, ...followersOf(fields, field)])
    const told = (one: CellValue) => t('{name}: {label} {value}', { name, label, value: textOf(kind, one) })
    try {
      await change({
        endpoint,
        params: params ? params(row) : { id: row.id },
        body: { [field]: value },
        before,
        updatedAt: row.updatedAt,
        done: told(value),
        undone: told(valueOf(props.value)),
        failed: t('{label} of {name} was not changed.', { label, name }),
      })
      return null
    } catch (error) {
      const fault = error instanceof CallError ? error.fields.find(({ path }) => path === field) : undefined
      return fault ? sayFault(labels, field, { type: 'server', ...fault }, value) : whyNotStored(error)
    }
  }
}

/** A value of a list that whoever may edit the record changes where it stands. */
export function InPlaceCell<Row extends object>(props: Props<Row>) {
  const { inPlace, kind, value } = props
  return useCan(inPlace.endpoint) ? <Changeable {...props} /> : textOf(kind, valueOf(value))
}

/** What was stored last, as long as the row is still shown in the state before. */
function useAhead(row: object) {
  const [ahead, setAhead] = useState<{ value: CellValue; over: object } | null>(null)
  return { ahead: ahead?.over === row ? ahead : null, setAhead: (value: CellValue) => setAhead({ value, over: row }) }
}

const longLabelOf = <Row,>({ inPlace, row, field, labels }: Props<Row>) =>
  t('{label} of {name}', { label: labels.get(field) ?? field, name: inPlace.nameOf(row) })

function Changeable<Row extends object>(props: Props<Row>) {
  const { row, kind } = props
  const { ahead, setAhead } = useAhead(row)
  const value = ahead ? ahead.value : valueOf(props.value)
  const [opened, setOpened] = useState<{ value: CellValue } | null>(null)
  const isAsked = useRef(false)
  const prepare = () => void (kind === 'day' ? DayEditor : AmountEditor).preload()

  if (opened)
    return (
      <Editing
        {...props}
        before={opened.value}
        now={value}
        onStored={setAhead}
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
  /** What stood there as the editor was opened, and what does by now. */
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
