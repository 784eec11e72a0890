import { Button } from '@mantine/core'
import type { DeadlineKind } from '@plinth/api/reminders/deadlines'
import { decimal } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { FilterChip } from '../../ui/list/FilterChip.tsx'
import chips from '../../ui/list/ListBar.module.css'
import { kindsText } from './deadline-words.ts'

export interface Choices<Name extends string> {
  label: string
  names: readonly Name[]
  textOf: (name: Name) => string
  /** The number of deadlines of each choice; undefined until it is loaded. */
  countOf: (name: Name) => number | undefined
  chosen: readonly Name[]
  onToggle: (name: Name) => void
}

interface Props<Name extends string> {
  choices: Choices<Name> | undefined
  kinds: readonly DeadlineKind[]
  onEveryKind: () => void
  /** Undefined if no filter is set. */
  onClear: (() => void) | undefined
}

/** The filters of a list of deadlines: choices with counts, the chosen kinds, and a button to clear them. */
export function DeadlineChips<Name extends string>({ choices, kinds, onEveryKind, onClear }: Props<Name>) {
  return (
    <>
      {choices && (
        <fieldset className={chips['group']} aria-label={choices.label}>
          {choices.names.map((name) => {
            const count = choices.countOf(name)
            return (
              <button
                key={name}
                type="button"
                className={chips['chip']}
                aria-pressed={choices.chosen.includes(name)}
                data-none={count === 0 || undefined}
                onClick={() => choices.onToggle(name)}
              >
                {choices.textOf(name)} <span>{count === undefined ? '…' : decimal(count)}</span>
              </button>
            )
          })}
        </fieldset>
      )}
      {kinds.length > 0 && (
        <ul aria-label={t('Filters that are set')}>
          <FilterChip label={t('Kind')} value={kindsText(kinds)} onTakeOff={onEveryKind} />
        </ul>
      )}
      {onClear && (
        <Button variant="subtle" size="compact-sm" flex="none" onClick={onClear}>
          {t('Clear')}
        </Button>
      )}
    </>
  )
}
