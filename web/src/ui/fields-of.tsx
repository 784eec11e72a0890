import { dayText, plainText } from '../lib/format.ts'
import { CheckboxField, SelectField } from './ChoiceFields.tsx'
import { DayInput } from './DayInput.tsx'
import { ReadValue } from './FieldGroup.tsx'
import { MoneyField, NumberField, PercentField } from './NumberFields.tsx'
import { AutocompleteField, type FieldOf, type FieldProps, TextAreaField, TextField } from './TextFields.tsx'
import { useField } from './useField.ts'

/** A calendar day, kept as YYYY-MM-DD. */
function DayField({ name, label, required, description }: FieldProps) {
  const { mode, value, set, input } = useField(name, label)
  if (mode === 'view') return <ReadValue label={label}>{dayText(plainText(value))}</ReadValue>
  return (
    <DayInput
      label={label}
      {...(required && { required })}
      {...(description && { description })}
      {...input}
      value={plainText(value) || null}
      onChange={set}
    />
  )
}

const fields = {
  TextField,
  TextAreaField,
  AutocompleteField,
  MoneyField,
  PercentField,
  NumberField,
  DayField,
  SelectField,
  CheckboxField,
}

/** The fields of a form over records of one kind; a name that the record does not have is a type error. */
export function fieldsOf<Record>() {
  return fields as unknown as { [K in keyof typeof fields]: FieldOf<Record, (typeof fields)[K]> }
}
