import { deleteScheduleItem, type ScheduleItem, scheduleItemLabels } from '@plinth/api/works/schedule-items'
import { counted, dash, rupees } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { ActionButton, ActionGroup, DeleteAction, glyph, glyphs } from '../../ui/shell/RowActions.tsx'
import type { TreeColumn } from '../../ui/tree/TreeGridRow.tsx'
import classes from './Schedule.module.css'
import { itemName, type SectionSum } from './schedule-tree.ts'
import { rateText, withoutTender } from './schedule-words.ts'
import { ValueCell } from './ValueCell.tsx'

const addGlyph = glyph('M12 5l0 14M5 12l14 0')

/** What all rows need besides their items, passed once instead of computed in each row. */
export interface Surroundings {
  mayCreate: boolean
  mayEdit: boolean
  mayDelete: boolean
  /** Whether the agreement has a tender percentage, from which items can be exempt. */
  hasTender: boolean
  sums: ReadonlyMap<string, SectionSum>
  /** The items directly in each section. */
  contents: ReadonlyMap<string | null, readonly ScheduleItem[]>
  /** The ids of items whose full description is shown. */
  whole: ReadonlySet<string>
  onWhole: (item: ScheduleItem) => void
  onAdd: (item: ScheduleItem) => void
  onMove: (item: ScheduleItem) => void
  onEdit: (item: ScheduleItem) => void
}

/** About the length of two lines. */
const clampedLength = 100

function Description({ item, around }: { item: ScheduleItem; around: Surroundings }) {
  const { id, kind, description, sorCode, percentageApplies } = item
  const isWhole = around.whole.has(id)
  const isMarked = around.hasTender && kind === 'ITEM' && !percentageApplies
  const isLong = description.length > clampedLength || description.split('\n').length > 2
  return (
    <div className={classes['description']} data-section={kind === 'SECTION' || undefined}>
      <ValueCell item={item} field="description" may={around.mayEdit}>
        <span className={classes['words']} data-whole={isWhole || undefined}>
          {description}
        </span>
      </ValueCell>
      {(isLong || sorCode || isMarked) && (
        <div className={`hint ${classes['below']}`}>
          {sorCode && (
            <span>
              {translated(scheduleItemLabels.sorCode)} {sorCode}
            </span>
          )}
          {isMarked && <span>{withoutTender}</span>}
          {isLong && (
            <button
              type="button"
              className={classes['more']}
              aria-expanded={isWhole}
              onClick={() => around.onWhole(item)}
            >
              {isWhole ? t('Show less') : t('Show whole')}
              <span className="spoken"> {itemName(item)}</span>
            </button>
          )}
        </div>
      )}
    </div>
  )
}

const ItemNumber = ({ item, mayEdit }: { item: ScheduleItem; mayEdit: boolean }) => (
  <span className={classes['number']} data-section={item.kind === 'SECTION' || undefined}>
    <ValueCell item={item} field="itemNo" may={mayEdit} />
  </span>
)

/** Sections have none of these values, and show no dash either. */
const nothing = <span />

const isSection = ({ kind }: ScheduleItem) => kind === 'SECTION'

function Rate({ item, mayEdit }: { item: ScheduleItem; mayEdit: boolean }) {
  return (
    <ValueCell item={item} field="rate" may={mayEdit}>
      {item.rate === null ? <span className={classes['missing']}>{t('No rate')}</span> : rateText(item.rate)}
    </ValueCell>
  )
}

/** The amount of an item, or the total of a section. */
function Amount({ item, sums }: { item: ScheduleItem; sums: Surroundings['sums'] }) {
  if (!isSection(item)) return item.amount === null ? <span className="quiet">{dash}</span> : rupees(item.amount)
  const { items, amount } = sums.get(item.id) ?? { items: 0, amount: 0 }
  return <b className={items === 0 ? 'quiet' : undefined}>{rupees(amount)}</b>
}

function whyNotDeletable(item: ScheduleItem, { contents }: Surroundings): string | undefined {
  const below = contents.get(item.id) ?? []
  if (below.length === 0) return undefined
  return t('It still has {items} in it: delete or move these first', { items: counted(below.length, 'item') })
}

function Actions({ item, around }: { item: ScheduleItem; around: Surroundings }) {
  const name = itemName(item)
  const { mayCreate, mayEdit, mayDelete, onAdd, onMove, onEdit } = around
  return (
    <ActionGroup>
      {mayCreate && (
        <ActionButton
          label={isSection(item) ? t('Add in {name}', { name }) : t('Add after {name}', { name })}
          icon={addGlyph}
          onClick={() => onAdd(item)}
        />
      )}
      {mayEdit && (
        <>
          <ActionButton label={t('Move {name}', { name })} icon={glyphs.move} onClick={() => onMove(item)} />
          <ActionButton label={t('Edit {name}', { name })} icon={glyphs.edit} onClick={() => onEdit(item)} />
        </>
      )}
      {mayDelete && (
        <DeleteAction
          name={name}
          remove={{
            endpoint: deleteScheduleItem,
            params: { id: item.id },
            confirm: t('Are you sure you want to delete {name}?', { name }),
            blocked: whyNotDeletable(item, around),
          }}
        />
      )}
    </ActionGroup>
  )
}

const label = (field: keyof typeof scheduleItemLabels) => translated(scheduleItemLabels[field])

const hasActions = ({ mayCreate, mayEdit, mayDelete }: Surroundings) => mayCreate || mayEdit || mayDelete

/** Rate and amount, in the order of a printed schedule. */
const priceColumns = ({ mayEdit, sums }: Surroundings): TreeColumn<ScheduleItem>[] => [
  {
    name: 'rate',
    label: label('rate'),
    width: '7.5rem',
    align: 'right',
    show: (item) => (isSection(item) ? nothing : <Rate item={item} mayEdit={mayEdit} />),
  },
  {
    name: 'amount',
    label: label('amount'),
    width: '8.75rem',
    align: 'right',
    show: (item) => <Amount item={item} sums={sums} />,
  },
]

/** The columns in the order of a printed schedule. */
export function scheduleColumns(around: Surroundings): TreeColumn<ScheduleItem>[] {
  const { mayEdit } = around
  const ofItems = (field: 'unit' | 'quantity') => (item: ScheduleItem) =>
    isSection(item) ? nothing : <ValueCell item={item} field={field} may={mayEdit} />
  return [
    {
      name: 'itemNo',
      label: label('itemNo'),
      width: '8rem',
      show: (item) => <ItemNumber item={item} mayEdit={mayEdit} />,
    },
    {
      name: 'description',
      label: label('description'),
      width: 'minmax(14rem, 1fr)',
      show: (item) => <Description item={item} around={around} />,
    },
    { name: 'unit', label: label('unit'), width: '4.5rem', show: ofItems('unit') },
    { name: 'quantity', label: label('quantity'), width: '7rem', align: 'right', show: ofItems('quantity') },
    ...priceColumns(around),
    ...(hasActions(around)
      ? [
          {
            name: 'actions',
            label: t('Actions'),
            width: '8.5rem',
            align: 'right' as const,
            screenOnly: true as const,
            show: (item: ScheduleItem) => <Actions item={item} around={around} />,
          },
        ]
      : []),
  ]
}

function Card({ item, around }: { item: ScheduleItem; around: Surroundings }) {
  const { mayEdit, sums } = around
  const number = <ItemNumber item={item} mayEdit={mayEdit} />
  const description = <Description item={item} around={around} />
  const amount = (
    <span style={{ fontWeight: 600 }}>
      <Amount item={item} sums={sums} />
    </span>
  )
  const actions = hasActions(around) && (
    <div className={classes['actions']} data-screen-only>
      <Actions item={item} around={around} />
    </div>
  )
  if (isSection(item))
    return (
      <div className={classes['card']}>
        <div className={classes['headed']}>
          {number}
          {description}
        </div>
        <div className={classes['ends']}>
          {amount}
          {actions}
        </div>
      </div>
    )
  return (
    <div className={classes['card']}>
      <div className={classes['ends']}>
        {number}
        {amount}
      </div>
      {description}
      <div className={classes['ends']}>
        <span className={classes['priced']}>
          <ValueCell item={item} field="quantity" may={mayEdit} />
          <ValueCell item={item} field="unit" may={mayEdit} />
          <span aria-hidden>×</span>
          <Rate item={item} mayEdit={mayEdit} />
        </span>
        {actions}
      </div>
    </div>
  )
}

/** The same content as cards, for windows too narrow for a table. */
export const scheduleCards = (around: Surroundings): TreeColumn<ScheduleItem>[] => [
  {
    name: 'card',
    label: t('Schedule of quantities'),
    width: '1fr',
    show: (item) => <Card item={item} around={around} />,
  },
]
