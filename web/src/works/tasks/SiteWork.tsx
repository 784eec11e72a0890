import type { Task } from '@plinth/api/works/tasks'
import { t } from '../../lib/language.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import classes from './SiteCard.module.css'
import { SiteButtons, SiteFacts } from './SiteCard.tsx'
import { useStanding } from './useStanding.ts'

/** The state of a task and its actions on site, on its own page. */
export function SiteWork({ task }: { task: Task }) {
  const { now, count } = useStanding(task)
  return (
    <RecordSection title={t('On site')}>
      <div className={classes['card']}>
        <SiteFacts task={now} count={count} />
        <div className={classes['buttons']} data-screen-only>
          <SiteButtons task={task} isWide />
        </div>
      </div>
    </RecordSection>
  )
}
