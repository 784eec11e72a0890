import { Button } from '@mantine/core'
import type { ScheduleItemKind } from '@plinth/api/money/agreement-choices'
import { t } from '../../lib/language.ts'

interface Props {
  onAdd: (kind: ScheduleItemKind) => void
  onImport: () => void
}

/** The buttons that add to a schedule. */
export const ScheduleActions = ({ onAdd, onImport }: Props) => (
  <>
    <Button variant="default" onClick={onImport}>
      {t('Import from Excel')}
    </Button>
    <Button variant="default" onClick={() => onAdd('SECTION')}>
      {t('New section')}
    </Button>
    <Button onClick={() => onAdd('ITEM')}>{t('New item')}</Button>
  </>
)
