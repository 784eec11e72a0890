import { Skeleton, Text } from '@mantine/core'
import { t } from '../../lib/language.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { Empty } from '../../ui/shell/Screen.tsx'
import { agendaPath } from './agenda-address.ts'
import { DeadlineGroups } from './DeadlineGroups.tsx'
import { DeadlineRow } from './DeadlineRow.tsx'
import type { AgendaList } from './useAgenda.ts'

/** Why the list is empty, and a link to other deadlines. */
function Nothing({ parsed }: Pick<AgendaList, 'parsed'>) {
  const { owner, time, kind } = parsed
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

/** The list of the agenda. */
export function Deadlines({ agenda }: { agenda: AgendaList }) {
  const { rows } = agenda
  if (!rows) return <Skeleton height={420} aria-hidden />
  if (rows.length === 0) return <Nothing parsed={agenda.parsed} />
  return (
    <DeadlineGroups found={agenda}>
      {(deadline, now, mark) => <DeadlineRow deadline={deadline} now={now} mark={mark} />}
    </DeadlineGroups>
  )
}
