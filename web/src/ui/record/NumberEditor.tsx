import { useState } from 'react'
import { t, translated } from '../../lib/language.ts'
import { type Numeric, NumericInput } from '../form/NumericInput.tsx'
import { type CellEditorProps, type Entered, useCellEditor } from './useCellEditor.ts'

interface Props extends CellEditorProps {
  look: {
    read: (text: string) => number | undefined
    /** The fault of a text that is no such number. */
    fault: string
    leftSection?: string
    rightSection?: string
  }
  /** The class of the box around the input. */
  box: string | undefined
}

/** Edits a number in a cell. */
export function NumberEditor({ look, box, ...props }: Props) {
  const { label, longLabel, storedNow } = props
  const [typed, setTyped] = useState<Numeric>(props.value)
  const { fault, forgive, input, around } = useCellEditor(props)
  const read = (): Entered =>
    typeof typed === 'string'
      ? { fault: t('{label} {fault}', { label, fault: translated(look.fault) }) }
      : { value: typed }
  return (
    <div className={box} {...around(read)}>
      <NumericInput
        {...look}
        label={label}
        aria-label={longLabel}
        description={storedNow}
        ref={input}
        size="xs"
        inputMode="decimal"
        labelProps={{ className: 'spoken' }}
        classNames={{ input: 'figure' }}
        errorProps={{ role: 'alert' }}
        error={fault}
        value={typed}
        onChange={(next) => {
          forgive()
          setTyped(next)
        }}
      />
    </div>
  )
}
