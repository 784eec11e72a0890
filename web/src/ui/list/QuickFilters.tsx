import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { decimal, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { type FilterValues, filterBodyOf } from '../../lib/list-address.ts'
import { quickCounts } from '../../lib/quick-counts.ts'
import { useAllowed } from '../../lib/useAllowed.ts'
import type { FilteredList } from './Filters.tsx'
import classes from './ListBar.module.css'

/** The quick filters of a list: within a group they exclude each other, across groups they combine. */
export interface Quick {
  /** Counts the records of each quick filter within a search. */
  count: Endpoint
  groups: readonly (readonly string[])[]
}

const chosenIn = ({ quickFilters }: FilterValues): string[] => (Array.isArray(quickFilters) ? quickFilters : [])

/** How many records each name of the group would find, together with the set filters outside of the group. */
function useCounts({ count }: Quick, { filters, linkFilters }: FilteredList, group: readonly string[]) {
  const others = chosenIn(filters).filter((name) => !group.includes(name))
  const body = filterBodyOf({ ...filters, quickFilters: others }, linkFilters)
  const may = useAllowed([count])
  const { data } = useQuery({ ...quickCounts(count, body), enabled: may === true, placeholderData: keepPreviousData })
  return (name: string) => data?.find(({ quickFilter }) => quickFilter === name)?.count
}

interface GroupProps {
  quick: Quick
  list: FilteredList
  group: readonly string[]
}

function Chips({ quick, list, group }: GroupProps) {
  const countOf = useCounts(quick, list, group)
  const chosen = chosenIn(list.filters)
  const others = chosen.filter((name) => !group.includes(name))
  return group.map((name) => {
    const isChosen = chosen.includes(name)
    const count = countOf(name)
    return (
      <button
        key={name}
        type="button"
        className={classes['chip']}
        aria-pressed={isChosen}
        data-none={count === 0 || undefined}
        onClick={() => list.apply({ ...list.filters, quickFilters: isChosen ? others : [...others, name] })}
      >
        {words(name)} <span>{count === undefined ? '…' : decimal(count)}</span>
      </button>
    )
  })
}

/** The quick filters of a list with their counts. A quick filter that a link set and that has no chip is shown beside them. */
export function QuickFilters({ quick, list }: { quick: Quick; list: FilteredList }) {
  const known = quick.groups.flat()
  const led = chosenIn(list.filters).filter((name) => !known.includes(name))
  const groups = led.length > 0 ? [...quick.groups, led] : quick.groups
  return (
    <fieldset className={classes['group']} aria-label={t('Quick filters')}>
      {groups.map((group, at) => (
        <span key={group.join()} className={classes['group']}>
          {at > 0 && <span className={classes['apart']} aria-hidden />}
          <Chips quick={quick} list={list} group={group} />
        </span>
      ))}
    </fieldset>
  )
}
