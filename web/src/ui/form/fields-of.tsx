import { Skeleton } from '@mantine/core'
import { dayText, plainText } from '../../lib/format.ts'
import { lazyPart } from '../shell/Part.tsx'
import { ReadValue } from './FieldGroup.tsx'
import { useField } from './FieldState.tsx'
import {
  AutocompleteField,
  CheckboxField,
  type FieldProps,
  type FieldsOf,
  type Known,
  type Labelled,
  type Labels,
  labelled,
  MoneyField,
  NameField,
  NumberField,
  PercentField,
  SelectField,
  TextAreaField,
  TextField,
} from './FormFields.tsx'
import type { Check } from './form-context.ts'

// A record that is only read needs no calendar, and that is a tenth of what its page would ask for.
const DayInput = lazyPart(() => import('./DayInput.tsx'), 'DayInput', { waiting: <Skeleton height={58} /> })

const textOf = (value: unknown) => dayText(plainText(value))

interface DayProps extends FieldProps {
  /** A fault that depends on other fields, as a sentence. */
  check?: Check
  /** Called when the user enters a day, never when the form sets one. */
  onEdit?: (day: string | null) => void
}

/** A calendar day, stored as YYYY-MM-DD. */
function DayField({ name, label, required, description, check, onEdit }: DayProps) {
  const { mode, value, set, input } = useField(name, label, { textOf, ...(check && { check }) })
  if (mode === 'view') return <ReadValue label={label}>{textOf(value)}</ReadValue>
  return (
    <DayInput
      label={label}
      {...(required && { required })}
      {...(description && { description })}
      {...input}
      value={plainText(value) || null}
      onChange={(day) => {
        set(day)
        onEdit?.(day)
      }}
    />
  )
}

const fields = {
  TextField,
  NameField,
  TextAreaField,
  AutocompleteField,
  MoneyField,
  PercentField,
  NumberField,
  DayField,
  SelectField,
  CheckboxField,
}

/**
 * The fields of a form over records of one type, with default labels. A name without a label, or without a field if there are no labels, is
 * a type error.
 */
export function fieldsOf<Row>(): FieldsOf<typeof fields, keyof Row & string, Labelled>
export function fieldsOf<L extends Labels>(labels: L): FieldsOf<typeof fields, keyof L & string, Known>
export function fieldsOf(labels: Labels = {}) {
  return labelled(fields, labels)
}
