import type { InstrumentQuickFilter } from '@plinth/api/guarantees/instruments'
import { t } from '../../lib/language.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import classes from './BidCheck.module.css'

/** Guarantees whose last day is over and that the bank does not have back yet. */
const due = { quickFilters: ['TO_DISCHARGE' satisfies InstrumentQuickFilter] }

/** What can be given instead when the limits are not enough, and how to free them. */
export function WaysRound() {
  return (
    <section className={classes['part']} aria-label={t('Ways round')}>
      <h3>{t('Ways round')}</h3>
      <ul className={classes['ways']}>
        <li>{t('A surety bond of an insurer takes no limit of a bank.')}</li>
        <li>{t('A deposit receipt or a demand draft pays it in cash, where the tender allows that.')}</li>
        <li>
          {t('A paper that is back with its bank gives its limit back:')}{' '}
          <LinkButton variant="transparent" size="compact-sm" px={0} to="/contracts/instruments" search={due}>
            {t('Guarantees to fetch back')}
          </LinkButton>
        </li>
      </ul>
    </section>
  )
}
