import { notANumber, parseAmount, parseNumber } from '@plinth/api/kernel/amounts'
import { usualUnits } from '@plinth/api/works/schedule-items'
import classes from '../../ui/record/CellEditing.module.css'
import { LinesEditor, TextEditor } from '../../ui/record/CellTexts.tsx'
import { NumberEditor } from '../../ui/record/NumberEditor.tsx'
import type { CellEditorProps } from '../../ui/record/useCellEditor.ts'
import type { ValueField } from './values.ts'

type Props = CellEditorProps & { field: ValueField }

/** The editor of one value of a schedule. */
export function ValueEditor({ field, ...props }: Props) {
  if (field === 'quantity' || field === 'rate')
    return <NumberEditor {...props} look={looks[field]} box={classes['editor']} />
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
