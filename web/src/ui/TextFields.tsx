import { Autocomplete, type OptionsFilter, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { dash, plainText } from '../lib/format.ts'
import choices from './choices.module.css'
import { ReadValue } from './FieldGroup.tsx'
import { useField } from './useField.ts'

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

/** A line of text; empty is null. */
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

/** Several lines of text, over the whole width. */
export function TextAreaField({ name, label, ...props }: FieldProps) {
  const { mode, value, set, input } = useField(name, label)
  if (mode === 'view')
    return (
      <ReadValue label={label} wide>
        {shown(value)}
      </ReadValue>
    )
  return (
    <Textarea
      label={label}
      wrapperProps={wideProps}
      autosize
      minRows={2}
      maxRows={12}
      {...props}
      {...input}
      value={plainText(value)}
      onChange={(event) => set(orNull(event.currentTarget.value))}
    />
  )
}

/** Free text with suggestions; a text that is one of them leaves the others to choose from. */
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

/** A field whose name is one of the record's. */
export type FieldOf<Record, C> = C extends (props: infer Props) => ReactNode
  ? (props: Omit<Props, 'name'> & { name: keyof Record & string }) => ReactNode
  : never

const fields = { TextField, TextAreaField, AutocompleteField }

/** The fields of a form that holds texts, without the weight of days and numbers that `fieldsOf` brings. */
export function textFieldsOf<Record>() {
  return fields as unknown as { [K in keyof typeof fields]: FieldOf<Record, (typeof fields)[K]> }
}
