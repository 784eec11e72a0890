import { deadlineOwners, deadlineTimes } from '@plinth/api/reminders/deadlines'
import { words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import chips from '../../ui/list/ListBar.module.css'
import tabs from '../../ui/list/ViewTabs.module.css'
import classes from './Agenda.module.css'
import { type DeadlineOwner, withKind, withOwner, withoutNarrowing, withTime } from './agenda-address.ts'
import { DeadlineChips } from './DeadlineChips.tsx'
import { KindChoice } from './KindChoice.tsx'
import type { AgendaList } from './useAgenda.ts'

const ownerTexts: Record<DeadlineOwner, string> = {
  MINE: t('Mine'),
  NOBODYS: t('Nobody’s'),
  ALL: t('Everybody’s'),
}

/** The filters of the agenda: owner, time and kinds. */
export function AgendaBar({ agenda }: { agenda: AgendaList }) {
  const { filters, parsed, apply, counts } = agenda
  const isNarrowed = parsed.time.length + parsed.kind.length > 0
  return (
    <>
      <div className={tabs['row']} data-screen-only>
        <nav className={tabs['tabs']} aria-label={t('Whose')}>
          <ul>
            {deadlineOwners.map((owner) => (
              <li key={owner}>
                <button
                  type="button"
                  className={tabs['tab']}
                  aria-current={parsed.owner === owner || undefined}
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
          <DeadlineChips
            choices={{
              label: t('When'),
              names: deadlineTimes,
              textOf: words,
              countOf: (time) => counts?.find((counted) => counted.time === time)?.count,
              chosen: parsed.time,
              onToggle: (time) => apply(withTime(filters, time)),
            }}
            kinds={parsed.kind}
            onEveryKind={() => apply({ ...filters, kind: [] })}
            onClear={isNarrowed ? () => apply(withoutNarrowing(filters)) : undefined}
          />
        </div>
        <KindChoice chosen={parsed.kind} onToggle={(kind) => apply(withKind(filters, kind))} />
      </div>
    </>
  )
}
