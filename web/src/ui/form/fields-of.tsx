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
  /** What is wrong with it beside what is typed elsewhere, as a sentence. */
  check?: Check
  /** Told of what the user enters, never of what the form sets by itself. */
  onEdit?: (day: string | null) => void
}

/** A calendar day, kept as YYYY-MM-DD. */
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
 * The fields of a form over records of one kind, called as in its labels; a name that they, or the record where it has
 * none, do not have is a type error.
 */
export function fieldsOf<Row>(): FieldsOf<typeof fields, keyof Row & string, Labelled>
export function fieldsOf<L extends Labels>(labels: L): FieldsOf<typeof fields, keyof L & string, Known>
export function fieldsOf(labels: Labels = {}) {
  return labelled(fields, labels)
}
