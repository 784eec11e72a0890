import { IconFilter } from '@tabler/icons-react'
import { decimal } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { ListTool } from '../ui/ListTool.tsx'
import { withKind } from './agenda-address.ts'
import { KindBoxes, useDutyModules } from './KindBoxes.tsx'
import type { AgendaList } from './useAgenda.ts'

/** Which kinds of duties are looked at: none chosen means all. */
export function KindChoice({ agenda: { filters, asked, apply } }: { agenda: AgendaList }) {
  const modules = useDutyModules()
  const { kind: chosen } = asked
  if (modules.length === 0) return null
  return (
    <ListTool
      label={chosen.length > 0 ? t('Kinds ({count} set)', { count: decimal(chosen.length) }) : t('Kinds')}
      icon={<IconFilter size={15} />}
    >
      {() => <KindBoxes chosen={chosen} onToggle={(kind) => apply(withKind(filters, kind))} />}
    </ListTool>
  )
}
