import { Button } from '@mantine/core'
import { createBgPlan } from '@plinth/api/guarantees/bg-plans'
import type { BidBank, BidCheck, BidPlan } from '@plinth/api/guarantees/guarantee-headroom'
import { useState } from 'react'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { ShowMore } from '../../ui/shell/ShowMore.tsx'
import classes from './BidCheck.module.css'
import { BidDays } from './BidDays.tsx'
import { BidMends } from './BidMends.tsx'
import { costsOf } from './bank-costs.ts'
import { bankText, inDisplayOrder, shortageTexts } from './bid-words.ts'
import { usePlanning } from './usePlanning.ts'
import { VerdictIcon } from './VerdictIcon.tsx'

interface Props {
  contractId: string
  check: BidCheck
}

/** The number of banks shown at first, besides those with a plan. */
const shownAtFirst = 3

/** Each bank's verdict and costs, and a button that plans the proposed guarantees there. */
export function BidBanks({ contractId, check: { banks, plans } }: Props) {
  const proposed = plans.filter(({ planId }) => planId === null)
  const { plan, at } = usePlanning(contractId)
  const mayPlan = useCan(createBgPlan) && proposed.length > 0
  const [isWhole, showAll] = useState(false)
  const shown = inDisplayOrder(banks).filter(({ isPlanned }, place) => isWhole || isPlanned || place < shownAtFirst)
  return (
    <section className={classes['part']} aria-label={t('Banks')}>
      <h3>{t('Banks')}</h3>
      <ul className={classes['banks']}>
        {shown.map((bank) => (
          <li key={bank.facilityId}>
            <div className={classes['bank']}>
              <Verdict bank={bank} banks={banks} />
              {mayPlan && bank.isActive && (
                <Button
                  variant="default"
                  size="xs"
                  loading={at === bank.facilityId}
                  disabled={at !== undefined}
                  onClick={() => void plan(bank, proposed)}
                  data-screen-only
                >
                  {planLabel(bank, proposed)}
                </Button>
              )}
            </div>
            <Costs bank={bank} />
            <Opened bank={bank} />
          </li>
        ))}
      </ul>
      <ShowMore left={banks.length - shown.length} onClick={() => showAll(true)} data-screen-only />
    </section>
  )
}

const planLabel = ({ facilityName: bank }: BidBank, proposed: readonly BidPlan[]) =>
  proposed.length === 1 ? t('Plan it at {bank}', { bank }) : t('Plan them at {bank}', { bank })

function Verdict({ bank, banks }: { bank: BidBank; banks: readonly BidBank[] }) {
  return (
    <div className={classes['verdict']}>
      <VerdictIcon verdict={bank.verdict} />
      <div>
        <b>{bank.facilityName}</b>
        {bank.isPlanned && <span className={`hint tabular ${classes['note']}`}> {t('planned here')}</span>}
        <div>{bankText(bank, banks)}</div>
        {shortageTexts(bank).map((text) => (
          <div key={text} className={`hint tabular ${classes['note']}`}>
            {text}
          </div>
        ))}
      </div>
    </div>
  )
}

const Costs = ({ bank }: { bank: BidBank }) => (
  <dl className={classes['costs']}>
    {costsOf(bank).map(({ label, value, note, isAlarm }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          {value}
          {note && <small className={isAlarm ? 'alarm' : undefined}>{note}</small>}
        </dd>
      </div>
    ))}
  </dl>
)

const Opened = ({ bank }: { bank: BidBank }) => (
  <details className={classes['opened']}>
    <summary>
      {bank.verdict === 'YES' ? t('Day by day') : t('Day by day, and what would mend it')}
      <span className="spoken">{`: ${bank.facilityName}`}</span>
    </summary>
    <BidDays bank={bank} />
    {bank.verdict !== 'YES' && <BidMends bank={bank} />}
  </details>
)
