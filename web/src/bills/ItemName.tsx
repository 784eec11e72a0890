import type { BillItem } from '@plinth/api/bill-items'
import { schedulePath } from '../schedule-items/schedule-path.ts'
import { RowLink } from '../ui/LinkButton.tsx'
import classes from './Items.module.css'
import { beyondText } from './item-words.ts'

interface Props {
  item: BillItem
  agreementId: string
}

/** The number of an item, which leads to the schedule, its description, and a warning where it is more than agreed. */
export function ItemName({ item, agreementId }: Props) {
  const { itemNo, description } = item
  const beyond = beyondText(item)
  return (
    <>
      <RowLink className={classes['link'] ?? ''} to={schedulePath({ id: agreementId })} search={{ search: itemNo }}>
        {itemNo}
      </RowLink>
      <div className={classes['words']}>{description}</div>
      {beyond && (
        <div className={classes['note']} data-warning>
          {beyond}
        </div>
      )}
    </>
  )
}
