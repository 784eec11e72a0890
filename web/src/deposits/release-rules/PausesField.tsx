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

const listText = (value: unknown) => (Array.isArray(value) ? value.join(', ') : plainText(value))
const previewOf = (value: unknown) =>
  Array.isArray(value) && value.length > 0 ? pausesText(value) : t('Days with commas between them')

/** The pauses between contacts, as days with commas between them. Invalid text is kept as the value, so that nothing typed is lost. */
export function PausesField() {
  const { getValues } = useFormContext()
  const check = () => (typeof getValues(name) === 'string' ? fault : undefined)
  const { value, set, input } = useField(name, label, { textOf: listText, check })
  // The typed text is shown while it has the same days as the form: `15,` on the way to `15, 30` is still the list of 15.
  const [typed, setTyped] = useState(() => listText(value))
  const isTyped = JSON.stringify(readPauses(typed) ?? typed) === JSON.stringify(value)
  return (
    <TextInput
      label={label}
      description={previewOf(value)}
      wrapperProps={{ 'data-wide': true }}
      required
      {...input}
      value={isTyped ? typed : listText(value)}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        set(readPauses(text) ?? text)
      }}
    />
  )
}
