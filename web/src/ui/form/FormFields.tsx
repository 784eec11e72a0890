import {
  Autocomplete,
  Checkbox,
  InputBase,
  type OptionsFilter,
  Select,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { notANumber, parseAmount, parseNumber, parsePercent } from '@plinth/api/kernel/amounts'
import type { ComponentType, KeyboardEvent, ReactNode, TextareaHTMLAttributes } from 'react'
import { useFormContext } from 'react-hook-form'
import { dash, decimal, percent, plainText, rupees, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import choices from '../shell/choices.module.css'
import { ActiveBadge } from '../shell/StatusBadge.tsx'
import { ReadValue } from './FieldGroup.tsx'
import { useField } from './FieldState.tsx'
import type { Check } from './form-context.ts'
import { type Numeric, NumericInput } from './NumericInput.tsx'
import classes from './RecordForm.module.css'

export interface FieldProps<Name extends string = string> {
  name: Name
  label: string
  required?: boolean
  description?: string
}

const wideProps = { 'data-wide': true }
const shown = (value: unknown) => plainText(value) || dash
const all: OptionsFilter<string> = ({ options }) => options
const orNull = (text: string) => (text === '' ? null : text)

/** A line of text; an empty one is null. */
export function TextField({ name, label, ...rest }: FieldProps & { wide?: boolean }) {
  const { wide, ...props } = rest
  const { mode, value, set, input } = useField(name, label)
  if (mode === 'view')
    return (
      <ReadValue label={label} wide={wide}>
        {shown(value)}
      </ReadValue>
    )
  return (
    <TextInput
      label={label}
      {...(wide && { wrapperProps: wideProps })}
      {...props}
      {...input}
      value={plainText(value)}
      onChange={(event) => set(orNull(event.currentTarget.value))}
    />
  )
}

// Browsers with this property need no second layout at each key.
const growsByItself = CSS.supports('field-sizing', 'content')

/** Makes a box as high as its text where the browser does not; its style limits the height. */
function grow(box: HTMLTextAreaElement | null): void {
  if (!box || growsByItself) return
  box.style.height = 'auto'
  box.style.height = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`
}

type LinesProps = Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, 'rows' | 'onKeyDown'>

/** Text in a box that grows with it, over the whole width; `cleaned` transforms the text as it is typed. */
function LinesField({
  name,
  label,
  look,
  cleaned,
  ...props
}: FieldProps & LinesProps & { look: string; cleaned?: (text: string) => string }) {
  const { mode, value, set, input } = useField(name, label)
  if (mode === 'view')
    return (
      <ReadValue label={label} wide>
        {shown(value)}
      </ReadValue>
    )
  return (
    <InputBase
      component="textarea"
      multiline
      label={label}
      wrapperProps={wideProps}
      classNames={{ input: classes[look] ?? '' }}
      {...props}
      {...input}
      ref={(box) => {
        input.ref(box)
        grow(box)
      }}
      value={plainText(value)}
      onChange={({ currentTarget: { value: text } }) => set(orNull(cleaned ? cleaned(text) : text))}
    />
  )
}

/** Several lines of text, over the whole width. */
export const TextAreaField = (props: FieldProps) => <LinesField look="lines" rows={2} {...props} />

const onOneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ')

function saveByEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/** A name in a box that grows with it. It stays one line: Enter saves as in any line, and pasted lines are joined. */
export const NameField = (props: FieldProps) => (
  <LinesField look="name" rows={1} cleaned={onOneLine} onKeyDown={saveByEnter} {...props} />
)

/** Free text with suggestions; if the text equals a suggestion, all of them are offered. */
export function AutocompleteField({
  name,
  label,
  suggestions,
  ...props
}: FieldProps & { suggestions: readonly string[] }) {
  const { mode, value, set, input } = useField(name, label)
  if (mode === 'view') return <ReadValue label={label}>{shown(value)}</ReadValue>
  return (
    <Autocomplete
      label={label}
      // A new record focuses this field first, before the user wants choices.
      openOnFocus={false}
      data={[...suggestions]}
      {...(suggestions.includes(plainText(value)) && { filter: all })}
      withScrollArea={false}
      classNames={{ options: choices['options'] ?? '' }}
      {...props}
      {...input}
      value={plainText(value)}
      onChange={(text) => set(orNull(text))}
    />
  )
}

const chosenOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** One value of a list. A value that is not offered any more is shown and stays until another is chosen. */
export function SelectField({
  name,
  label,
  options,
  onEdit,
  ...props
}: FieldProps & {
  options: { value: string; label: string }[]
  readOnly?: boolean
  /** Shown as the effective value while nothing is chosen. */
  placeholder?: string
  /** For the first field of a form: a new record focuses it before the user wants choices. */
  openOnFocus?: false
  /** Called when the user chooses a value, never when the form sets one. */
  onEdit?: (value: string | null) => void
}) {
  const labelOf = (value: unknown) => options.find((option) => option.value === value)?.label
  const textOf = (value: unknown) => labelOf(value) ?? words(chosenOf(value))
  const { mode, value, set, input } = useField(name, label, { textOf })
  const chosen = chosenOf(value)
  if (mode === 'view') return <ReadValue label={label}>{textOf(chosen)}</ReadValue>
  const isOffered = chosen === null || labelOf(chosen) !== undefined
  const notOffered = isOffered ? [] : [{ value: chosen, label: words(chosen), disabled: true }]
  return (
    <Select
      label={label}
      data={[...notOffered, ...options]}
      searchable
      clearable={!props.required}
      withScrollArea={false}
      classNames={{ options: choices['options'] ?? '' }}
      clearButtonProps={{ 'aria-label': t('Clear {label}', { label }) }}
      {...props}
      {...input}
      value={chosen}
      onChange={(next) => {
        set(next)
        onEdit?.(next)
      }}
    />
  )
}

const yesNo = (value: unknown) => (value === true ? t('Yes') : t('No'))

export function CheckboxField({ name, label, description }: FieldProps) {
  const { mode, value, set, input } = useField(name, label, { textOf: yesNo })
  if (mode === 'view') return <ReadValue label={label}>{yesNo(value)}</ReadValue>
  return (
    <Checkbox
      label={label}
      {...(description && { description })}
      {...input}
      checked={value === true}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  )
}

const [active, inactive] = [t('Active'), t('Inactive')]
const activeText = (value: unknown) => (value === true ? active : inactive)

export function ActiveField({ name, label, ...props }: FieldProps) {
  const { mode, value, set, input } = useField(name, label, { textOf: activeText })
  if (mode === 'view')
    return (
      <ReadValue label={label}>
        <ActiveBadge active={value === true} />
      </ReadValue>
    )
  return (
    <Select
      label={label}
      data={[active, inactive]}
      allowDeselect={false}
      withScrollArea={false}
      {...props}
      {...input}
      value={activeText(value)}
      onChange={(next) => set(next === active)}
    />
  )
}

type FieldOf<C, Name, Label> = C extends (props: infer Props) => ReactNode
  ? (props: Omit<Props, 'name' | 'label'> & { name: Name } & Label) => ReactNode
  : never

/** Fields for these names. The label is optional if the record has labels of its own. */
export type FieldsOf<Fields, Name, Label> = { [K in keyof Fields]: FieldOf<Fields[K], Name, Label> }
export type Labels = Readonly<Record<string, string>>
export type Labelled = { label: string }
export type Known = { label?: string }

/** The same fields with default labels, which a screen can override. */
export function labelled<F extends object>(fields: F, labels: Labels): unknown {
  const kinds = Object.entries(fields as Record<string, ComponentType<FieldProps>>)
  const named = kinds.map(([kind, Field]) => [
    kind,
    ({ label, ...props }: FieldProps) => (
      <Field {...props} label={label ?? translated(labels[props.name] ?? props.name)} />
    ),
  ])
  return Object.fromEntries(named)
}

const fields = { TextField, TextAreaField, AutocompleteField }

/** The fields of a form that holds only texts, without the code for days and numbers that `fieldsOf` imports. */
export function textFieldsOf<Row>(): FieldsOf<typeof fields, keyof Row & string, Labelled>
export function textFieldsOf<L extends Labels>(labels: L): FieldsOf<typeof fields, keyof L & string, Known>
export function textFieldsOf(labels: Labels = {}) {
  return labelled(fields, labels)
}

interface NumberProps extends FieldProps {
  /** Shown as the effective value while nothing is typed. */
  placeholder?: string
  /** A fault that depends on other fields, as a sentence. */
  check?: Check
  /** Called with the typed and the previous value when the user types, never when the form sets a value. */
  onEdit?: (value: number | null, before: number | null) => void
}

const asNumber = (value: unknown) => (typeof value === 'number' ? value : null)
const asNumeric = (value: unknown): Numeric => (typeof value === 'string' ? value : asNumber(value))

interface Look {
  show: (value: number | null) => string
  read: (text: string) => number | undefined
  fault: string
  input: Pick<TextInputProps, 'inputMode' | 'leftSection' | 'rightSection'>
}

/** A text that is no number stays the field's value, so that it is not lost, and prevents the form from being saved. */
function NumericField({ name, label, onEdit, look, check: checkBeside, ...props }: NumberProps & { look: Look }) {
  const { show, read, fault, input } = look
  const textOf = (value: unknown) => (typeof value === 'string' ? value : show(asNumber(value)))
  const { getValues } = useFormContext()
  const check = () => (typeof getValues(name) === 'string' ? fault : checkBeside?.())
  const field = useField(name, label, { textOf, check })
  if (field.mode === 'view') return <ReadValue label={label}>{textOf(field.value)}</ReadValue>
  return (
    <NumericInput
      label={label}
      classNames={{ input: classes['amount'] ?? '' }}
      {...input}
      {...props}
      {...field.input}
      read={read}
      fault={fault}
      value={asNumeric(field.value)}
      onChange={(next) => {
        const before = asNumber(field.value)
        field.set(next)
        onEdit?.(asNumber(next), before)
      }}
    />
  )
}

const money: Look = {
  show: rupees,
  read: parseAmount,
  fault: notANumber.amount,
  input: { inputMode: 'decimal', leftSection: '₹' },
}
const percentage: Look = {
  show: percent,
  read: parsePercent,
  fault: notANumber.signedPercent,
  input: { rightSection: '%' },
}
const amount: Look = { show: decimal, read: parseNumber, fault: notANumber.number, input: { inputMode: 'decimal' } }

/** Rupees, grouped in lakhs while they are typed. */
export const MoneyField = (props: NumberProps) => <NumericField {...props} look={money} />

/** A percentage, which may be negative. */
export const PercentField = (props: NumberProps) => <NumericField {...props} look={percentage} />

/** A quantity or a count. */
export const NumberField = (props: NumberProps) => <NumericField {...props} look={amount} />
