import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'
import { decimal, percent, rupees } from '../lib/format.ts'
import { ReadValue } from './FieldGroup.tsx'
import type { FieldProps } from './FormFields.tsx'
import classes from './RecordForm.module.css'
import { useField } from './useField.ts'

export interface NumberProps extends FieldProps {
  /** Told of what the user types, never of what the form sets by itself. */
  onEdit?: (value: number | null) => void
}

const numberOf = (text: string | number): number | null => {
  const number = text === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : null
}
const asNumber = (value: unknown) => (typeof value === 'number' ? value : null)

interface Look {
  show: (value: unknown) => string
  input: Pick<NumberInputProps, 'decimalScale' | 'allowNegative' | 'leftSection' | 'rightSection'>
}

/** What is typed ("12.") is kept as long as it means the stored number, else the stored number is shown. */
function NumericField({ name, label, onEdit, look, ...props }: NumberProps & { look: Look }) {
  const field = useField(name, label, { textOf: look.show })
  const value = asNumber(field.value)
  const [typed, setTyped] = useState<string | number>(value ?? '')
  if (field.mode === 'view') return <ReadValue label={label}>{look.show(value)}</ReadValue>
  return (
    <NumberInput
      label={label}
      hideControls
      thousandSeparator=","
      thousandsGroupStyle="lakh"
      classNames={{ input: classes['amount'] ?? '' }}
      {...look.input}
      {...props}
      {...field.input}
      value={numberOf(typed) === value ? typed : (value ?? '')}
      onChange={(next) => {
        setTyped(next)
        if (numberOf(next) === value) return
        field.set(numberOf(next))
        onEdit?.(numberOf(next))
      }}
    />
  )
}

const money: Look = {
  show: (value) => rupees(asNumber(value)),
  input: { decimalScale: 2, allowNegative: false, leftSection: '₹' },
}
const percentage: Look = {
  show: (value) => percent(asNumber(value)),
  input: { decimalScale: 4, rightSection: '%' },
}
const amount: Look = {
  show: (value) => decimal(asNumber(value)),
  input: { decimalScale: 3, allowNegative: false },
}

/** Rupees, grouped in lakhs while they are typed. */
export const MoneyField = (props: NumberProps) => <NumericField {...props} look={money} />

/** Per cent, below zero too. */
export const PercentField = (props: NumberProps) => <NumericField {...props} look={percentage} />

/** A quantity or a count. */
export const NumberField = (props: NumberProps) => <NumericField {...props} look={amount} />
