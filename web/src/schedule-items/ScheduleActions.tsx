import { Button } from '@mantine/core'
import type { ScheduleItemKind } from '@plinth/api/agreement-choices'
import { t } from '../lib/language.ts'

/** What is added to a schedule. */
export const ScheduleActions = ({ onAdd }: { onAdd: (kind: ScheduleItemKind) => void }) => (
  <>
    <Button variant="default" onClick={() => onAdd('SECTION')}>
      {t('New section')}
    </Button>
    <Button onClick={() => onAdd('ITEM')}>{t('New item')}</Button>
  </>
)
