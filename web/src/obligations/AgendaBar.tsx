import { Button } from '@mantine/core'
import { obligationOwners, obligationTimes } from '@plinth/api/obligations'
import { decimal, words } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { FilterChip } from '../ui/FilterChip.tsx'
import chips from '../ui/ListBar.module.css'
import tabs from '../ui/ViewTabs.module.css'
import classes from './Agenda.module.css'
import { type ObligationOwner, withKind, withOwner, withoutNarrowing, withTime } from './agenda-address.ts'
import { kindsText } from './duty-words.ts'
import { KindChoice } from './KindChoice.tsx'
import type { AgendaList } from './useAgenda.ts'

const ownerTexts: Record<ObligationOwner, string> = {
  MINE: t('Mine'),
  NOBODYS: t('Nobody’s'),
  ALL: t('Everybody’s'),
}

/** What the agenda is narrowed by: whose duties, when they are to be acted on, and which kinds. */
export function AgendaBar({ agenda }: { agenda: AgendaList }) {
  const { filters, asked, apply, counts } = agenda
  const isNarrowed = asked.time.length + asked.kind.length > 0
  return (
    <>
      <div className={tabs['row']} data-screen-only>
        <nav className={tabs['tabs']} aria-label={t('Whose')}>
          <ul>
            {obligationOwners.map((owner) => (
              <li key={owner}>
                <button
                  type="button"
                  className={tabs['tab']}
                  aria-current={asked.owner === owner || undefined}
                  onClick={() => apply(withOwner(filters, owner))}
                >
                  {ownerTexts[owner]}
                </button>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className={`${chips['line']} ${classes['line']}`} data-screen-only>
        <div className={`${chips['chips']} ${classes['chips']}`}>
          <fieldset className={chips['group']} aria-label={t('When')}>
            {obligationTimes.map((time) => {
              const count = counts?.find((counted) => counted.time === time)?.count
              return (
                <button
                  key={time}
                  type="button"
                  className={chips['chip']}
                  aria-pressed={asked.time.includes(time)}
                  data-none={count === 0 || undefined}
                  onClick={() => apply(withTime(filters, time))}
                >
                  {words(time)} <span>{count === undefined ? '…' : decimal(count)}</span>
                </button>
              )
            })}
          </fieldset>
          {asked.kind.length > 0 && (
            <ul aria-label={t('Filters that are set')}>
              <FilterChip
                label={t('Kind')}
                value={kindsText(asked.kind)}
                onTakeOff={() => apply({ ...filters, kind: [] })}
              />
            </ul>
          )}
          {isNarrowed && (
            <Button variant="subtle" size="compact-sm" flex="none" onClick={() => apply(withoutNarrowing(filters))}>
              {t('Clear')}
            </Button>
          )}
        </div>
        <KindChoice chosen={asked.kind} onToggle={(kind) => apply(withKind(filters, kind))} />
      </div>
    </>
  )
}
