import { t } from '../../lib/language.ts'
import { isLeftOut } from '../../lib/list-address.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { AgendaBar } from './AgendaBar.tsx'
import { Deadlines } from './Deadlines.tsx'
import { ReminderTabs } from './ReminderTabs.tsx'
import { useAgenda } from './useAgenda.ts'

const LeftOut = lazyPart(() => import('../../ui/list/LeftOut.tsx'), 'LeftOut')

/** The labels of filters whose values in the address are unknown. */
const linkFilters = [
  { name: 'owner', label: t('Whose') },
  { name: 'time', label: t('When') },
  { name: 'kind', label: t('Kind') },
]

/** The agenda: deadlines of the user, of nobody or of everybody, of modules that the user may view. */
export function Agenda() {
  const agenda = useAgenda()
  return (
    <Screen
      title={t('Agenda')}
      source={agenda}
      failure={t('Failed to fetch what is to be done')}
      actions={
        <LinkButton variant="default" to="/account" hash="calendar">
          {t('Calendar')}
        </LinkButton>
      }
    >
      <ReminderTabs />
      {isLeftOut(agenda) && <LeftOut list={{ ...agenda, linkFilters }} />}
      <AgendaBar agenda={agenda} />
      <Deadlines agenda={agenda} />
    </Screen>
  )
}
