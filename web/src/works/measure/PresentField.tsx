import { InputBase } from '@mantine/core'
import { sheetLabels } from '@plinth/api/works/measurement-sheets'
import { useState } from 'react'
import { dash } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { ReadValue } from '../../ui/form/FieldGroup.tsx'
import { useField } from '../../ui/form/FieldState.tsx'
import classes from './Measure.module.css'

const namesIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
const linesOf = (value: unknown) => (Array.isArray(value) ? value.join('\n') : '')
const textOf = (value: unknown) => linesOf(value) || dash

/** The people present while the work was measured: one name per line. */
export function PresentField() {
  const label = translated(sheetLabels.present)
  const { mode, value, set, input } = useField('present', label, { textOf })
  const [typed, setTyped] = useState('')
  if (mode === 'view') return <ReadValue label={label}>{textOf(value)}</ReadValue>
  const stored = linesOf(value)
  return (
    <InputBase
      component="textarea"
      multiline
      rows={2}
      label={label}
      description={t('Who stood by; one name a line')}
      classNames={{ input: classes['names'] ?? '' }}
      {...input}
      // The line that is being typed may be empty, which is no name yet.
      value={namesIn(typed).join('\n') === stored ? typed : stored}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        set(namesIn(text))
      }}
    />
  )
}
