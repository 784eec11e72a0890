import { Button, Skeleton, Text } from '@mantine/core'
import type { Obligation } from '@plinth/api/obligations'
import { useState } from 'react'
import { today } from '../lib/days.ts'
import { decimal } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { part } from '../ui/Part.tsx'
import { Empty } from '../ui/Screen.tsx'
import { useRowsFocus } from '../ui/useRowsFocus.ts'
import classes from './Agenda.module.css'
import { agendaPath } from './agenda-address.ts'
import { DutyRow } from './DutyRow.tsx'
import { groupDuties } from './duty-groups.ts'
import { dutyKey } from './duty-words.ts'
import type { AgendaList } from './useAgenda.ts'
import { useMarks, useMayMark } from './useMarks.ts'

const WaiveDuty = part(() => import('./WaiveDuty.tsx'), 'WaiveDuty', { over: true })

/** Why nothing stands there, and what to look at next. */
function Nothing({ asked }: Pick<AgendaList, 'asked'>) {
  const { owner, time, kind } = asked
  const isNarrowed = time.length + kind.length > 0
  return (
    <Empty filtered={isNarrowed}>
      {owner === 'ALL' && t('Nothing is due. New days come from tenders, deposits, guarantees, projects and tasks.')}
      {owner === 'NOBODYS' && t('Everything that is due is somebody’s.')}
      {owner === 'MINE' && (
        <>
          <Text mb="sm">{t('Nothing of what is due is yours.')}</Text>
          <LinkButton variant="default" to={agendaPath} search={{ owner: 'ALL' }}>
            {t('Look at everybody’s')}
          </LinkButton>
        </>
      )}
    </Empty>
  )
}

/** The duties under their headings, and what is said about each where it stands. */
export function Duties({ agenda }: { agenda: AgendaList }) {
  const { duties, asked, more, isFetching, isFetchingMore, fetchMore } = agenda
  const mayMark = useMayMark()
  const { waive, takeBack } = useMarks()
  const [waived, ask] = useState<Obligation>()
  const now = today()
  const count = duties?.length ?? 0
  const place = useRowsFocus<HTMLDivElement>(count, { more: '[data-duty] a', preventScroll: true })

  if (!duties) return <Skeleton height={420} aria-hidden />
  if (count === 0) return <Nothing asked={asked} />
  return (
    <div ref={place} tabIndex={-1} className={classes['duties']} aria-busy={isFetching}>
      {groupDuties(duties, now).map(({ key, title, note, duties: some }) => (
        <section key={key} aria-label={title} className={classes['group']}>
          <h2 data-late={key === 'overdue' || undefined}>
            {title}
            {note && <span>{note}</span>}
          </h2>
          <ul>
            {some.map((duty) => (
              <DutyRow
                key={dutyKey(duty)}
                duty={duty}
                now={now}
                mayMark={mayMark(duty)}
                onWaive={() => ask(duty)}
                onTakeBack={() => void takeBack(duty)}
              />
            ))}
          </ul>
        </section>
      ))}
      {more > 0 && (
        <Button
          variant="default"
          className={classes['more'] ?? ''}
          loading={isFetchingMore}
          onClick={() => void fetchMore()}
          data-screen-only
        >
          {t('Show {count} more', { count: decimal(more) })}
        </Button>
      )}
      {waived && (
        <WaiveDuty
          duty={waived}
          onWaive={(reason) => waive(waived, reason)}
          onClose={() => {
            ask(undefined)
            if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
          }}
        />
      )}
    </div>
  )
}
