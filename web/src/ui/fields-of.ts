import type { ReactNode } from 'react'
import { CheckboxField, DayField, SelectField } from './ChoiceFields.tsx'
import { MoneyField, NumberField, PercentField } from './NumberFields.tsx'
import { AutocompleteField, TextAreaField, TextField } from './TextFields.tsx'

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

type Named<C, Name extends string> = C extends (props: infer Props) => ReactNode
  ? (props: Omit<Props, 'name'> & { name: Name }) => ReactNode
  : never

/** The fields of a form over records of one kind; a name that the record does not have is a type error. */
export function fieldsOf<Record>() {
  type Name = keyof Record & string
  return fields as unknown as { [K in keyof typeof fields]: Named<(typeof fields)[K], Name> }
}
