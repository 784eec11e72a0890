import { IconChevronDown } from '@tabler/icons-react'
import { memo, useId, useState } from 'react'
import { plainText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { type CardFields, type Column, cellOf, RowCheckbox, type RowProps } from './DataRows.tsx'
import classes from './ListCard.module.css'

const defaultFactCount = 3

/** The columns that a card shows at once, and those that it folds; a single fact is never folded alone. */
function placesOf<Row>(columns: Column<Row>[], card: CardFields<Row> | undefined) {
  const title = columns.find(({ field }) => field === card?.called) ?? columns[0]
  const others = columns.filter((column) => column !== title)
  const chosen = (card?.facts ?? []).flatMap((name) => others.find(({ field }) => field === name) ?? [])
  const facts = chosen.length > 0 ? chosen : others.slice(0, defaultFactCount)
  const more = others.filter((column) => !facts.includes(column))
  return more.length > 1 ? { title, facts, more } : { title, facts: [...facts, ...more], more: [] }
}

/** The unfolded cards, so that a list that is opened again has them as before. */
const unfolded = new Set<string>()

function useFold(id: string) {
  const [isOpen, setOpen] = useState(() => unfolded.has(id))
  function turn() {
    if (isOpen) unfolded.delete(id)
    else unfolded.add(id)
    setOpen(!isOpen)
  }
  return { isOpen, turn }
}

interface FactsProps<Row> {
  row: Row
  columns: Column<Row>[]
}

const Facts = <Row,>({ row, columns }: FactsProps<Row>) =>
  columns.map((column) => (
    <div key={column.field}>
      <dt>{column.label}</dt>
      <dd>{cellOf(column, row)}</dd>
    </div>
  ))

interface CardProps<Row> extends RowProps<Row> {
  card?: CardFields<Row> | undefined
}

function PlainListCard<Row extends { id: string }>({ row, columns, card, actions, ...choice }: CardProps<Row>) {
  const { title, facts, more } = placesOf(columns, card)
  const { isOpen, turn } = useFold(row.id)
  const moreId = useId()
  return (
    <li className={classes['card']} data-list-card>
      {title && <div className={classes['title']}>{cellOf(title, row)}</div>}
      <dl className={classes['facts']}>
        <Facts row={row} columns={facts} />
      </dl>
      {more.length > 0 && (
        <dl id={moreId} className={classes['rest']} hidden={!isOpen}>
          {isOpen && <Facts row={row} columns={more} />}
        </dl>
      )}
      <div className={classes['foot']} data-screen-only>
        {choice.chosen !== undefined && (
          // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the checkbox has its own label; this enlarges it for a thumb
          <label className={classes['choice']}>
            <RowCheckbox id={row.id} {...choice} />
          </label>
        )}
        {title && more.length > 0 && (
          <button
            type="button"
            className={classes['more']}
            aria-expanded={isOpen}
            aria-controls={moreId}
            aria-label={t('More of {title}', { title: plainText(row[title.field]) })}
            onClick={turn}
          >
            {t('More')}
            <IconChevronDown size={16} aria-hidden />
          </button>
        )}
        {actions && <div className={classes['actions']}>{actions(row)}</div>}
      </div>
    </li>
  )
}

/** A row of a list as a card: its name, its facts, its checkbox and its actions; the other columns are folded. */
export const ListCard = memo(PlainListCard) as typeof PlainListCard
