import { Checkbox } from '@mantine/core'
import { isAllowed } from '@plinth/api/kernel/permissions'
import { obligationKindNames, obligationKinds, obligationModules } from '@plinth/api/obligations'
import { IconFilter } from '@tabler/icons-react'
import { decimal } from '../lib/format.ts'
import { t, translated } from '../lib/language.ts'
import { useUser } from '../lib/session.ts'
import { ListTool } from '../ui/ListTool.tsx'
import classes from './Agenda.module.css'
import { withKind } from './agenda-address.ts'
import { kindText } from './duty-words.ts'
import type { AgendaList } from './useAgenda.ts'

/** The modules whose duties the signed-in person sees. */
function useModules() {
  const permissions = useUser()?.permissions ?? []
  return obligationModules.filter((module) => isAllowed({ module, can: 'canView' }, permissions))
}

/** Which kinds of duties are looked at: none chosen means all. */
export function KindChoice({ agenda: { filters, asked, apply } }: { agenda: AgendaList }) {
  const modules = useModules()
  const { kind: chosen } = asked
  if (modules.length === 0) return null
  return (
    <ListTool
      label={chosen.length > 0 ? t('Kinds ({count} set)', { count: decimal(chosen.length) }) : t('Kinds')}
      icon={<IconFilter size={15} />}
    >
      {() => (
        <div className={classes['kinds']}>
          {modules.map((module) => (
            <fieldset key={module}>
              <legend>{translated(module)}</legend>
              {obligationKindNames
                .filter((kind) => obligationKinds[kind].module === module)
                .map((kind) => (
                  <Checkbox
                    key={kind}
                    label={kindText(kind)}
                    checked={chosen.includes(kind)}
                    onChange={() => apply(withKind(filters, kind))}
                  />
                ))}
            </fieldset>
          ))}
        </div>
      )}
    </ListTool>
  )
}
