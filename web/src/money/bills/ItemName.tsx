import type { BillItem } from '@plinth/api/money/bill-items'
import { RowLink } from '../../ui/shell/LinkButton.tsx'
import { schedulePath } from '../../works/schedule-items/schedule-path.ts'
import { withoutTender } from '../../works/schedule-items/schedule-words.ts'
import classes from './Items.module.css'
import { beyondText } from './item-words.ts'

interface Props {
  item: BillItem
  agreementId: string
  /** Whether the bill has a tender percentage, from which an item may be exempt. */
  hasTender: boolean
}

/** The number of an item as a link to the schedule, its description, and its exceptions. */
export function ItemName({ item, agreementId, hasTender }: Props) {
  const { itemNo, description, percentageApplies } = item
  const beyond = beyondText(item)
  return (
    <>
      <RowLink className={classes['link'] ?? ''} to={schedulePath({ id: agreementId })} search={{ search: itemNo }}>
        {itemNo}
      </RowLink>
      <div className={classes['words']}>{description}</div>
      {hasTender && !percentageApplies && <div className={classes['note']}>{withoutTender}</div>}
      {beyond && (
        <div className={classes['note']} data-warning>
          {beyond}
        </div>
      )}
    </>
  )
}
