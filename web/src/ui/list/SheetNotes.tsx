import { Alert, List } from '@mantine/core'
import type { SheetNote } from '@plinth/api/kernel/sheet-files'
import { counted, dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

function noteText({ kind, column, rows, row, held, stored }: SheetNote): string {
  const values = { column, cells: counted(rows, 'cell'), row, held }
  return kind === 'ROUNDED'
    ? t('{column}: {cells} rounded as shown; row {row} holds {held}, read as {stored}.', { ...values, stored })
    : t('{column}: {cells} read as the day that the number counts; row {row} holds {held}, read as {stored}.', {
        ...values,
        stored: dayText(stored),
      })
}

/** Values of the sheet that were read differently from the text of their cells. */
export function SheetNotes({ notes }: { notes: readonly SheetNote[] }) {
  if (notes.length === 0) return null
  return (
    <Alert color="yellow" mb="md" title={t('Some cells were read as they are shown')}>
      <List size="sm">
        {notes.map((note) => (
          <List.Item key={note.kind + note.column}>{noteText(note)}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
