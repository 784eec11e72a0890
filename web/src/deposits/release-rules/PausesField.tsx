import { TextInput } from '@mantine/core'
import { depositSettingLabels } from '@plinth/api/deposits/deposit-settings'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { plainText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useField } from '../../ui/form/FieldState.tsx'
import { pausesText, readPauses } from './setting-words.ts'

const name = 'followUpDays'
const label = translated(depositSettingLabels[name])
const fault = 'must be days with commas between them, such as 15, 15, 30'

const listed = (value: unknown) => (Array.isArray(value) ? value.join(', ') : plainText(value))
const previewOf = (value: unknown) =>
  Array.isArray(value) && value.length > 0 ? pausesText(value) : t('Days with commas between them')

/** The pauses between contacts as days with commas between them. What is typed and is none is the field's value, so that nothing of it is lost. */
export function PausesField() {
  const { getValues } = useFormContext()
  const check = () => (typeof getValues(name) === 'string' ? fault : undefined)
  const { value, set, input } = useField(name, label, { textOf: listed, check })
  // As it is typed as long as it says what the form has: 15, on the way to 15, 30 is no other list.
  const [typed, setTyped] = useState(() => listed(value))
  const isTyped = JSON.stringify(readPauses(typed) ?? typed) === JSON.stringify(value)
  return (
    <TextInput
      label={label}
      description={previewOf(value)}
      wrapperProps={{ 'data-wide': true }}
      required
      {...input}
      value={isTyped ? typed : listed(value)}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        set(readPauses(text) ?? text)
      }}
    />
  )
}
