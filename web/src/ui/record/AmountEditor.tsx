import { notANumber, parseAmount, parsePercent } from '@plinth/api/kernel/amounts'
import { useState } from 'react'
import { t, translated } from '../../lib/language.ts'
import { type Numeric, NumericInput } from '../form/NumericInput.tsx'
import classes from './InPlace.module.css'
import { type CellEditorProps, type Entered, useCellEditor } from './useCellEditor.ts'

const looks = {
  money: { read: parseAmount, fault: notANumber.amount, leftSection: '₹' },
  percent: { read: parsePercent, fault: notANumber.signedPercent, rightSection: '%' },
} as const

/** Edits an amount or a percentage in a list. */
export function AmountEditor({ kind, ...props }: CellEditorProps & { kind: keyof typeof looks }) {
  const { label, longLabel, storedNow } = props
  const [typed, setTyped] = useState<Numeric>(props.value)
  const { fault, forgive, input, around } = useCellEditor(props)
  const look = looks[kind]
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
        classNames={{ label: classes['hidden'] ?? '', input: classes['amount'] ?? '' }}
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
