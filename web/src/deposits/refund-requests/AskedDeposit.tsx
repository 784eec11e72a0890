import { Anchor, Checkbox } from '@mantine/core'
import { depositPath } from '@plinth/api/deposits/deposit-path'
import { notANumber, parseAmount } from '@plinth/api/kernel/amounts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { counted, dayText, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { NumericInput } from '../../ui/form/NumericInput.tsx'
import form from '../../ui/form/RecordForm.module.css'
import type { OfferedDeposit, RequestItem } from './asked-deposits.ts'
import classes from './Request.module.css'
import { requestPath } from './request-path.ts'

interface Props {
  deposit: OfferedDeposit
  /** The ticked item; undefined if the deposit is not ticked. */
  asked: RequestItem | undefined
  fault: string | undefined
  onTick: (isTicked: boolean) => void
  onChange: (amount: RequestItem['amount']) => void
}

/** A deposit that a letter can ask for, with its checkbox and amount. */
export function AskedDeposit({ deposit, asked, fault, onTick, onChange }: Props) {
  const { depositType, instrumentNo, openAmount } = deposit
  const name = [depositType, instrumentNo].filter(Boolean).join(' ')
  return (
    <li className={classes['deposit']}>
      <div className={classes['tick']}>
        <Checkbox
          label={name}
          checked={asked !== undefined}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
        <DepositFacts deposit={deposit} />
      </div>
      {asked ? (
        <div className={classes['amount']}>
          <NumericInput
            label={t('Amount')}
            aria-label={t('Amount of {name}', { name })}
            description={t('{open} is open', { open: rupees(openAmount) })}
            leftSection="₹"
            inputMode="decimal"
            classNames={{ input: form['amount'] ?? '' }}
            read={parseAmount}
            fault={notANumber.amount}
            value={asked.amount}
            error={fault}
            onChange={onChange}
          />
        </div>
      ) : (
        <div className="figure">{rupees(openAmount)}</div>
      )}
    </li>
  )
}

function DepositFacts({ deposit }: { deposit: OfferedDeposit }) {
  const { bidId, contractName, dueOn, daysOverdue, openAmount } = deposit
  return (
    <div className={`hint tabular ${classes['facts']}`}>
      <div>
        <Anchor
          component={Link}
          to={depositPath({ contractId: deposit.contractId, id: deposit.depositId })}
          inherit
          underline="hover"
        >
          {[bidId, contractName].filter(Boolean).join(' · ')}
        </Anchor>
      </div>
      <div>
        {dueOn ? t('Due on {day}', { day: dayText(dueOn) }) : t('No day on which it comes back')}
        {daysOverdue !== null && daysOverdue !== undefined && (
          <>
            {', '}
            <span className="alarm">{t('{days} overdue', { days: counted(daysOverdue, 'day') })}</span>
          </>
        )}
      </div>
      {openAmount === 0 && <div className="alarm">{t('Nothing is open of it any more')}</div>}
      <Letters deposit={deposit} />
    </div>
  )
}

const letterLink = (id: string, number: string | null | undefined): ReactNode => (
  <Anchor component={Link} to={requestPath({ id })} inherit underline="always">
    {number}
  </Anchor>
)

/** The last letter that asked for the deposit, and the draft that names it. */
function Letters({
  deposit: { requestId, requestNumber, askedOn, draftId, draftNumber },
}: {
  deposit: OfferedDeposit
}) {
  return (
    <>
      {requestId && (
        <div>
          {t('Asked for on {day}:', { day: dayText(askedOn) })} {letterLink(requestId, requestNumber)}
        </div>
      )}
      {draftId && (
        <div>
          {t('In a draft:')} {letterLink(draftId, draftNumber)}
        </div>
      )}
    </>
  )
}
