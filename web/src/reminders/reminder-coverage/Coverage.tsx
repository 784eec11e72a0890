import { Text } from '@mantine/core'
import { deadlineModules } from '@plinth/api/reminders/deadlines'
import { t } from '../../lib/language.ts'
import { isLeftOut } from '../../lib/list-address.ts'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { useDeadlineModules } from '../deadlines/KindBoxes.tsx'
import { ReminderTabs } from '../deadlines/ReminderTabs.tsx'
import { CoverageBar } from './CoverageBar.tsx'
import { CoverageDeadlines } from './CoverageDeadlines.tsx'
import { CoverageFigures } from './CoverageFigures.tsx'
import { CoverageKinds } from './CoverageKinds.tsx'
import { CoverageUndated } from './CoverageUndated.tsx'
import { failure, useCoverage } from './useCoverage.ts'

const LeftOut = lazyPart(() => import('../../ui/list/LeftOut.tsx'), 'LeftOut')

/** The labels of filters whose values in the address are unknown. */
const linkFilters = [
  { name: 'state', label: t('Told') },
  { name: 'kind', label: t('Kind') },
]

/** A note for users who may not view all modules, because gaps of other modules are not shown. */
function ViewLimitNote() {
  const isAll = useDeadlineModules().length === deadlineModules.length
  return isAll ? null : (
    <Text size="sm" c="dimmed" mt="xs">
      {t('These are the duties of what you may view.')}
    </Text>
  )
}

/** The coverage of deadlines by reminders: the gaps, their reasons and repairs. */
export function Coverage() {
  const coverage = useCoverage()
  const { shown, sums } = coverage
  return (
    <Screen title={t('Coverage of reminders')} source={coverage} failure={failure}>
      <ReminderTabs />
      {isLeftOut(coverage) && <LeftOut list={{ ...coverage, linkFilters }} />}
      <CoverageFigures sums={sums} shown={shown} />
      <ViewLimitNote />
      <div style={{ marginTop: '0.75rem' }}>
        {shown === 'kinds' && <CoverageKinds sums={sums} />}
        {shown === 'undated' && <CoverageUndated coverage={coverage} />}
        {shown !== 'kinds' && shown !== 'undated' && (
          <>
            <CoverageBar coverage={coverage} />
            <CoverageDeadlines coverage={coverage} />
          </>
        )}
      </div>
    </Screen>
  )
}
