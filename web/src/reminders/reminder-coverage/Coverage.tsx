import { Text } from '@mantine/core'
import { deadlineModules } from '@plinth/api/reminders/deadlines'
import { t } from '../../lib/language.ts'
import { isLeftOut } from '../../lib/list-address.ts'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { useDeadlineModules } from '../deadlines/KindBoxes.tsx'
import { ReminderTabs } from '../deadlines/ReminderTabs.tsx'
import classes from './Coverage.module.css'
import { CoverageBar } from './CoverageBar.tsx'
import { CoverageDeadlines } from './CoverageDeadlines.tsx'
import { CoverageFigures } from './CoverageFigures.tsx'
import { CoverageKinds } from './CoverageKinds.tsx'
import { CoverageUndated } from './CoverageUndated.tsx'
import { failure, useCoverage } from './useCoverage.ts'

const LeftOut = lazyPart(() => import('../../ui/list/LeftOut.tsx'), 'LeftOut')

/** What the filters of an address are called where it says something that they do not know. */
const linkFilters = [
  { name: 'state', label: t('Told') },
  { name: 'kind', label: t('Kind') },
]

/** Said to whoever sees less than all: what is told to nobody elsewhere does not stand here. */
function WhatIsSeen() {
  const isAll = useDeadlineModules().length === deadlineModules.length
  return isAll ? null : (
    <Text size="sm" c="dimmed" mt="xs">
      {t('These are the duties of what you may view.')}
    </Text>
  )
}

/** Whether every deadline will be told to somebody who may see it, what will not be and why, and what mends it. */
export function Coverage() {
  const coverage = useCoverage()
  const { shown, sums } = coverage
  return (
    <Screen title={t('Coverage of reminders')} source={coverage} failure={failure}>
      <ReminderTabs />
      {isLeftOut(coverage) && <LeftOut list={{ ...coverage, linkFilters }} />}
      <CoverageFigures sums={sums} shown={shown} />
      <WhatIsSeen />
      <div className={classes['below']}>
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
