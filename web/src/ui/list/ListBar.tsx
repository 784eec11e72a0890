import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { plainText, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { isUnset } from '../../lib/list-address.ts'
import { lazyPart } from '../shell/Part.tsx'
import { boxed, countOf, DraftContext, Filter, type FilteredList, useFilterDraft } from './Filters.tsx'
import classes from './ListBar.module.css'
import { type Quick, QuickFilters } from './QuickFilters.tsx'
import { SearchLine } from './SearchLine.tsx'

const FilterBox = lazyPart(() => import('./FilterBox.tsx'), 'FilterBox', {
  waiting: <div className={classes['waiting']} />,
})

/** The search line of a list: its filter, and the fields that it searches. */
export interface Line {
  name: string
  hint: string
}

interface Props {
  list: FilteredList
  line?: Line | undefined
  quick?: Quick | undefined
  filters?: ReactNode
  tools?: ReactNode
  /** The actions for selected rows; shown in place of the chips while any are selected. */
  bulk?: ReactNode
  isChoosing?: boolean
  /** The filter that a link set, as a chip. */
  led?: ReactNode
}

/** The filters outside of the filter box, in words; also printed. */
export const besideFilters = (
  <>
    <Filter name="search" label={t('Search')} words={plainText}>
      {() => null}
    </Filter>
    <Filter
      name="quickFilters"
      label={t('Only')}
      words={(names) =>
        [names]
          .flat()
          .map((name) => words(plainText(name)))
          .join(', ')
      }
    >
      {() => null}
    </Filter>
  </>
)

/** All filters of a list in one bar: its search line, its quick filters, and a button for the filter box. */
export function ListBar({ list, line, quick, filters, tools, bulk, isChoosing = false, led }: Props) {
  const [isOpen, setOpen] = useState(false)
  const draft = useFilterDraft(list)
  const count = countOf(list)
  const hasChips = quick !== undefined || count > 0 || Boolean(led)
  const asChips = { values: draftless(list), set: takeOff(list), wording: 'as chips' } as const
  return (
    <>
      <div className={classes['bar']} data-screen-only>
        {line && <SearchLine list={list} {...line} />}
        {filters && (
          <Button
            variant="default"
            leftSection={<IconFilter size={16} />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {count > 0 ? t('Filters ({count} set)', { count }) : t('Filters')}
          </Button>
        )}
        {tools && <div className={classes['tools']}>{tools}</div>}
      </div>
      {isOpen && (
        <FilterBox list={list} draft={draft} onClose={() => setOpen(false)}>
          {filters}
        </FilterBox>
      )}
      {(isChoosing || hasChips || bulk) && (
        <div className={classes['line']} data-choosing={isChoosing || undefined} data-screen-only>
          {bulk}
          {!isChoosing && hasChips && (
            <div className={classes['chips']}>
              {led}
              {quick && <QuickFilters quick={quick} list={list} />}
              {count > 0 && (
                <ul aria-label={t('Filters that are set')}>
                  <DraftContext value={asChips}>{filters}</DraftContext>
                </ul>
              )}
              {list.filtered && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  flex="none"
                  onClick={() => {
                    draft.empty()
                    list.clear()
                  }}
                >
                  {t('Clear')}
                </Button>
              )}
            </div>
          )}
        </div>
      )}
    </>
  )
}

const draftless = (list: FilteredList) =>
  Object.fromEntries(Object.entries(boxed(list)).filter(([, value]) => !isUnset(value)))
const takeOff = (list: FilteredList) => (name: string, value: FilteredList['filters'][string]) =>
  list.apply({ ...list.filters, [name]: value })
