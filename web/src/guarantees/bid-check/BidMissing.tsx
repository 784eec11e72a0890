import { Anchor } from '@mantine/core'
import type { BidCheck, BidFact } from '@plinth/api/guarantees/guarantee-headroom'
import { updateContractTerms } from '@plinth/api/tenders/contract-terms'
import { updateContract } from '@plinth/api/tenders/contracts'
import { Link } from '@tanstack/react-router'
import { words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import classes from './BidCheck.module.css'
import { factLabel, isTerm } from './bid-facts.ts'

interface Props {
  contractId: string
  missing: BidCheck['missing']
}

/** The facts that are missing to propose further guarantees, each with a link to where it is entered. */
export function BidMissing({ contractId, missing }: Props) {
  return (
    <section className={classes['part']} aria-label={t('What is missing')}>
      <h3>{t('What is missing')}</h3>
      {missing.map(({ purpose, facts }) => (
        <div key={purpose} className={classes['missing']}>
          <span>{t('To propose the guarantee for {purpose}:', { purpose: words(purpose) })}</span>
          <ul>
            {facts.map((fact) => (
              <li key={fact}>
                <Fact contractId={contractId} fact={fact} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

function Fact({ contractId, fact }: { contractId: string; fact: BidFact }) {
  const mayEdit = useCan(isTerm(fact) ? updateContractTerms : updateContract)
  const label = factLabel(fact)
  if (!mayEdit) return label
  const place = isTerm(fact)
    ? { to: `/contracts/${contractId}`, hash: 'terms' }
    : { to: `/contracts/${contractId}/edit`, hash: `field-${fact}` }
  return (
    <Anchor component={Link} {...place} inherit underline="always">
      {label}
    </Anchor>
  )
}
