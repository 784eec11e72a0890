import { notANumber, parseAmount, parsePercent } from '@plinth/api/kernel/amounts'
import classes from './InPlace.module.css'
import { NumberEditor } from './NumberEditor.tsx'
import type { CellEditorProps } from './useCellEditor.ts'

const looks = {
  money: { read: parseAmount, fault: notANumber.amount, leftSection: '₹' },
  percent: { read: parsePercent, fault: notANumber.signedPercent, rightSection: '%' },
} as const

/** Edits an amount or a percentage in a list. */
export const AmountEditor = ({ kind, ...props }: CellEditorProps & { kind: keyof typeof looks }) => (
  <NumberEditor {...props} look={looks[kind]} box={classes['editor']} />
)
