import { parseDay } from '@plinth/api/kernel/days'
import { useRef, useState } from 'react'
import { t } from '../../lib/language.ts'
import { DayInput } from '../form/DayInput.tsx'
import classes from './InPlace.module.css'
import { type CellEditorProps, type Entered, useCellEditor } from './useCellEditor.ts'

const spoken = 'spoken'

/** Edits a day in a list: typed, or chosen from the calendar, which stores it at once. */
export function DayEditor(props: CellEditorProps) {
  const { label, longLabel, storedNow } = props
  const [day, setDay] = useState(typeof props.value === 'string' ? props.value : null)
  const { fault, forgive, input, around, store } = useCellEditor(props)
  const isTyping = useRef(false)
  const read = (text: string): Entered => {
    if (text !== '' && parseDay(text) === null)
      return { fault: t('{label} must be a day such as 05/11/2026', { label }) }
    return { value: day }
  }
  function change(next: string | null) {
    forgive()
    setDay(next)
    if (!isTyping.current) void store({ value: next }, true)
    isTyping.current = false
  }
  return (
    <div
      className={classes['editor']}
      onInputCapture={() => {
        isTyping.current = true
      }}
      {...around(read)}
    >
      <DayInput
        label={label}
        aria-label={longLabel}
        description={storedNow}
        ref={input}
        size="xs"
        classNames={{ label: spoken }}
        fixOnBlur={false}
        // Otherwise the calendar would cover the fault.
        popoverProps={{ disabled: fault !== null }}
        errorProps={{ role: 'alert' }}
        error={fault}
        value={day}
        onChange={change}
      />
    </div>
  )
}
