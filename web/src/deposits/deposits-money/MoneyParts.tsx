import { today } from '../../lib/days.ts'
import { t } from '../../lib/language.ts'
import type { FilterValues } from '../../lib/list-address.ts'
import chips from '../../ui/list/ListBar.module.css'
import classes from './DepositsMoney.module.css'

interface Chosen {
  filters: FilterValues
  apply: (filters: FilterValues) => void
}

const isOnly = (value: FilterValues[string] | undefined, only: string) =>
  Array.isArray(value) && value.length === 1 && value[0] === only

export const isToDo = ({ nextBy }: FilterValues) => nextBy === today()
export const isMine = ({ ownerId }: FilterValues, me: string | undefined) => me !== undefined && isOnly(ownerId, me)
const isOverdue = ({ quickFilters }: FilterValues) => isOnly(quickFilters, 'OVERDUE')

/** The chips that filter open deposits: all, to do by today, overdue, and the user's own. */
export function MoneyParts({ list: { filters, apply }, me }: { list: Chosen; me: string | undefined }) {
  const noPart = { nextBy: '', quickFilters: [] }
  const parts = [
    {
      label: t('All'),
      isChosen: !filters['nextBy'] && !isOverdue(filters),
      set: noPart,
    },
    { label: t('To do by today'), isChosen: isToDo(filters), set: { ...noPart, nextBy: today() } },
    { label: t('Overdue'), isChosen: isOverdue(filters), set: { ...noPart, quickFilters: ['OVERDUE'] } },
  ]
  const mine = isMine(filters, me)
  return (
    <fieldset className={classes['parts']} aria-label={t('Parts of what is open')} data-screen-only>
      {parts.map(({ label, isChosen, set }) => (
        <button
          key={label}
          type="button"
          className={chips['chip']}
          aria-pressed={isChosen}
          onClick={() => apply({ ...filters, ...set })}
        >
          {label}
        </button>
      ))}
      {me && (
        <>
          <span className={chips['apart']} aria-hidden />
          <button
            type="button"
            className={chips['chip']}
            aria-pressed={mine}
            onClick={() => apply({ ...filters, ownerId: mine ? [] : [me] })}
          >
            {t('Mine')}
          </button>
        </>
      )}
    </fieldset>
  )
}
