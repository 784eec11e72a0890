import type { DeadlineKind } from '@plinth/api/reminders/deadlines'
import { IconFilter } from '@tabler/icons-react'
import { decimal } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { ListTool } from '../../ui/list/ListTool.tsx'
import { KindBoxes, useDeadlineModules } from './KindBoxes.tsx'

interface Props {
  chosen: readonly DeadlineKind[]
  onToggle: (kind: DeadlineKind) => void
}

/** The filter by kinds of deadlines; none chosen means all. */
export function KindChoice({ chosen, onToggle }: Props) {
  const modules = useDeadlineModules()
  if (modules.length === 0) return null
  return (
    <ListTool
      label={chosen.length > 0 ? t('Kinds ({count} set)', { count: decimal(chosen.length) }) : t('Kinds')}
      icon={<IconFilter size={15} />}
    >
      {() => <KindBoxes chosen={chosen} onToggle={onToggle} />}
    </ListTool>
  )
}
