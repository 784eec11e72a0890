import { listHolidays } from '@plinth/api/holidays'
import { t } from '../lib/language.ts'
import { isLeftOut } from '../lib/list-address.ts'
import { Filter } from '../ui/Filters.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { part } from '../ui/Part.tsx'
import { Screen } from '../ui/Screen.tsx'
import { AgendaBar } from './AgendaBar.tsx'
import { Duties } from './Duties.tsx'
import { useAgenda } from './useAgenda.ts'

const LeftOut = part(() => import('../ui/LeftOut.tsx'), 'LeftOut')

/** What the filters of an address are called where it says something that they do not know. */
const named = (
  <>
    {Object.entries({ owner: t('Whose'), time: t('When'), kind: t('Kind') }).map(([name, label]) => (
      <Filter key={name} name={name} label={label}>
        {() => null}
      </Filter>
    ))}
  </>
)

/** What is to be done by which day: one's own, nobody's or everybody's, of the modules that one may view. */
export function Agenda() {
  const agenda = useAgenda()
  return (
    <Screen
      title={t('Agenda')}
      source={agenda}
      failure={t('Failed to fetch what is to be done')}
      actions={
        <LinkButton variant="default" to="/reminders/holidays" call={listHolidays}>
          {t('Holidays')}
        </LinkButton>
      }
    >
      {isLeftOut(agenda) && <LeftOut list={{ ...agenda, linkFilters: [] }}>{named}</LeftOut>}
      <AgendaBar agenda={agenda} />
      <Duties agenda={agenda} />
    </Screen>
  )
}
