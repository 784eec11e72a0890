import { Select } from '@mantine/core'
import type { MeasurableItem } from '@plinth/api/works/measured-items'
import { useMemo, useState } from 'react'
import { t } from '../../lib/language.ts'
import choiceClasses from '../../ui/shell/choices.module.css'
import { type Choice, searchItems } from './item-search.ts'
import { quantityText } from './line-words.ts'
import classes from './Measure.module.css'

/** The most items listed at once; typing another word finds the others. */
const maxHits = 30

interface Props {
  choices: readonly Choice[]
  chosen: Choice | undefined
  readOnly: boolean
  error: string | undefined
  onPick: (itemId: string | null) => void
}

const labelOf = ({ itemNo, description }: MeasurableItem) => [itemNo, description].filter(Boolean).join(' ')

/** Selects an item of the schedule by its number or by words; its sections are shown for context. */
export function ItemSelect({ choices, chosen, readOnly, error, onPick }: Props) {
  const label = chosen ? labelOf(chosen.item) : ''
  const [search, setSearch] = useState(label)
  const hits = useMemo(
    () => searchItems(choices, search === label ? '' : search).slice(0, maxHits),
    [choices, search, label],
  )
  const isHit = new Map(hits.map((choice) => [choice.item.id, choice]))
  const offered = chosen && !isHit.has(chosen.item.id) ? [...hits, chosen] : hits
  return (
    <div>
      <Select
        size="md"
        data-field="itemId"
        label={t('Item, by number or word')}
        required
        searchable
        allowDeselect={false}
        readOnly={readOnly}
        error={error}
        data={offered.map(({ item }) => ({ value: item.id, label: labelOf(item) }))}
        filter={({ options }) => options.filter((option) => 'value' in option && isHit.has(option.value))}
        renderOption={({ option }) => <Offered choice={isHit.get(option.value)} />}
        nothingFoundMessage={
          choices.length === 0 ? t('The schedule of this agreement has no items.') : t('No item has these words.')
        }
        withScrollArea={false}
        classNames={{ options: choiceClasses['options'] ?? '', option: classes['option'] ?? '' }}
        value={chosen?.item.id ?? null}
        onChange={onPick}
        searchValue={search}
        onSearchChange={setSearch}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {chosen && (
        <p className={classes['hint']}>{[chosen.within, chosen.item.description].filter(Boolean).join(' › ')}</p>
      )}
    </div>
  )
}

function Offered({ choice }: { choice: Choice | undefined }) {
  if (!choice) return null
  const { item, within } = choice
  return (
    <span className={classes['offered']}>
      <span>{labelOf(item)}</span>
      <small>
        {[within, item.agreedQuantity !== null && quantityText(item.agreedQuantity, item.unit)]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </span>
  )
}
