import type { ResolvedTerms } from '@plinth/api/money/resolved-terms'
import { words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import list from '../../ui/form/Faults.module.css'
import { faultText } from './fault-words.ts'

/** The missing inputs of the terms; no rate is guessed. */
export function TermsFaults({ faults }: Pick<ResolvedTerms, 'faults'>) {
  if (faults.length === 0) return null
  return (
    <div role="alert" className={list['faults']}>
      <p>{t('A bill cannot be computed yet:')}</p>
      <ul>
        {faults.map((fault) => (
          <li key={`${fault.head} ${fault.path} ${fault.message}`}>
            {words(fault.head)}: {faultText(fault)}
          </li>
        ))}
      </ul>
    </div>
  )
}
