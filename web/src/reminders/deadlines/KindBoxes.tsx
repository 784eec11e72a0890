import { Checkbox } from '@mantine/core'
import { isAllowed } from '@plinth/api/kernel/permissions'
import { type DeadlineKind, deadlineKindNames, deadlineKinds, deadlineModules } from '@plinth/api/reminders/deadlines'
import { translated } from '../../lib/language.ts'
import { useUser } from '../../lib/session.ts'
import { kindText } from './deadline-words.ts'
import classes from './KindBoxes.module.css'

/** The modules whose deadlines the signed-in user may view. */
export function useDeadlineModules() {
  const permissions = useUser()?.permissions ?? []
  return deadlineModules.filter((module) => isAllowed({ module, can: 'canView' }, permissions))
}

interface Props {
  chosen: readonly DeadlineKind[]
  onToggle: (kind: DeadlineKind) => void
}

/** A checkbox for each kind of deadline that the signed-in user may view, by module. */
export function KindBoxes({ chosen, onToggle }: Props) {
  return (
    <div className={classes['kinds']}>
      {useDeadlineModules().map((module) => (
        <fieldset key={module}>
          <legend>{translated(module)}</legend>
          {deadlineKindNames
            .filter((kind) => deadlineKinds[kind].module === module)
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
