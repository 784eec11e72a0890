import { Checkbox } from '@mantine/core'
import { isAllowed } from '@plinth/api/kernel/permissions'
import {
  type ObligationKind,
  obligationKindNames,
  obligationKinds,
  obligationModules,
} from '@plinth/api/reminders/deadlines'
import { translated } from '../../lib/language.ts'
import { useUser } from '../../lib/session.ts'
import { kindText } from './deadline-words.ts'
import classes from './KindBoxes.module.css'

/** The modules whose duties the signed-in person sees. */
export function useDutyModules() {
  const permissions = useUser()?.permissions ?? []
  return obligationModules.filter((module) => isAllowed({ module, can: 'canView' }, permissions))
}

interface Props {
  chosen: readonly ObligationKind[]
  onToggle: (kind: ObligationKind) => void
}

/** A box for each kind of duty that the signed-in person may see, by its module. */
export function KindBoxes({ chosen, onToggle }: Props) {
  return (
    <div className={classes['kinds']}>
      {useDutyModules().map((module) => (
        <fieldset key={module}>
          <legend>{translated(module)}</legend>
          {obligationKindNames
            .filter((kind) => obligationKinds[kind].module === module)
            .map((kind) => (
              <Checkbox
                key={kind}
                label={kindText(kind)}
                checked={chosen.includes(kind)}
                onChange={() => onToggle(kind)}
              />
            ))}
        </fieldset>
      ))}
    </div>
  )
}
