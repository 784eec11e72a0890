import type { BilledSheet } from '@plinth/api/money/bill-figures'
import { dayText } from '../../lib/format.ts'
import { useCan } from '../../lib/useCan.ts'
import { RowLink } from '../../ui/shell/LinkButton.tsx'
import { sheetName, sheetPath } from '../../works/measure/sheet-words.ts'
import classes from './Items.module.css'
import { measurementBook } from './item-words.ts'

/** The day and place of a sheet's measurement. */
export const measuredText = ({ measuredOn, location }: BilledSheet): string =>
  [dayText(measuredOn), location].filter(Boolean).join(', ')

/** A sheet with the day and place of its measurement; a link for users who may see it. */
export function SheetLink({ sheet }: { sheet: BilledSheet }) {
  const maySee = useCan(measurementBook)
  return (
    <>
      {maySee ? (
        <RowLink to={sheetPath(sheet)} className={classes['link'] ?? ''}>
          {sheetName(sheet)}
        </RowLink>
      ) : (
        sheetName(sheet)
      )}
      <small>{measuredText(sheet)}</small>
    </>
  )
}
