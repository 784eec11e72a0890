import { notANumber, parseAmount, parseNumber } from '@plinth/api/kernel/amounts'
import { usualUnits } from '@plinth/api/works/schedule-items'
import { useState } from 'react'
import { t, translated } from '../../lib/language.ts'
import { type Numeric, NumericInput } from '../../ui/form/NumericInput.tsx'
import classes from '../../ui/record/CellEditing.module.css'
import { LinesEditor, TextEditor } from '../../ui/record/CellTexts.tsx'
import { type CellEditorProps, type Entered, useCellEditor } from '../../ui/record/useCellEditor.ts'
import type { ValueField } from './values.ts'

type Props = CellEditorProps & { field: ValueField }

/** The editor of one value of a schedule. */
export function ValueEditor({ field, ...props }: Props) {
  if (field === 'quantity' || field === 'rate') return <NumberEditor {...props} look={looks[field]} />
  return field === 'description' ? (
    <LinesEditor {...props} />
  ) : (
    <TextEditor {...props} {...(field === 'unit' && { usual: usualUnits })} />
  )
}

const looks = {
  quantity: { read: parseNumber, fault: notANumber.number },
  rate: { read: parseAmount, fault: notANumber.amount },
} as const

const hidden = { label: classes['hidden'] ?? '' }

function NumberEditor({ look, ...props }: CellEditorProps & { look: (typeof looks)[keyof typeof looks] }) {
  const { label, longLabel, storedNow } = props
  const [typed, setTyped] = useState<Numeric>(props.value)
  const { fault, forgive, input, around } = useCellEditor(props)
  const read = (): Entered =>
    typeof typed === 'string'
      ? { fault: t('{label} {fault}', { label, fault: translated(look.fault) }) }
      : { value: typed }
  return (
    <div className={classes['editor']} {...around(read)}>
      <NumericInput
        {...look}
        label={label}
        aria-label={longLabel}
        description={storedNow}
        ref={input}
        size="xs"
        inputMode="decimal"
        classNames={{ ...hidden, input: classes['figures'] ?? '' }}
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
