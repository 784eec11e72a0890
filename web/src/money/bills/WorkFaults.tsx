import type { FieldFault } from '@plinth/api/kernel/endpoint'
import { decimal } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import list from '../../ui/form/Faults.module.css'
import { RowLink } from '../../ui/shell/LinkButton.tsx'
import { listPath as sheetsPath } from '../../works/measure/sheet-words.ts'
import { schedulePath } from '../../works/schedule-items/schedule-path.ts'
import classes from './Items.module.css'
import { measurementBook, workFaultText } from './item-words.ts'

interface Props {
  faults: readonly FieldFault[]
  agreementId: string
}

const most = 10

/** Why the items of a bill have no amounts yet, each with a link to correct it. */
export function WorkFaults({ faults, agreementId }: Props) {
  const maySeeSheets = useCan(measurementBook)
  if (faults.length === 0) return null
  return (
    <div role="alert" className={list['faults']} data-wide>
      <p>{t('The items come to no amount yet:')}</p>
      <ul>
        {faults.slice(0, most).map((fault) => (
          <li key={`${fault.path} ${fault.message}`}>
            {workFaultText(fault)}{' '}
            {fault.path === 'rate' && (
              <RowLink
                className={classes['link'] ?? ''}
                to={schedulePath({ id: agreementId })}
                search={{ search: String(fault.parts?.values['item'] ?? '') }}
              >
                {t('Open the schedule')}
              </RowLink>
            )}
            {fault.path === 'quantity' && maySeeSheets && (
              <RowLink className={classes['link'] ?? ''} to={sheetsPath} search={{ agreementId }}>
                {t('Open its sheets')}
              </RowLink>
            )}
          </li>
        ))}
      </ul>
      {faults.length > most && <p>{t('And {count} more', { count: decimal(faults.length - most) })}</p>}
    </div>
  )
}
