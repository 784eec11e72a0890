import { Anchor, Text } from '@mantine/core'
import { depositPath } from '@plinth/api/deposits/deposit-path'
import type { RefundRequest, RequestedDeposit } from '@plinth/api/deposits/refund-requests'
import { Link } from '@tanstack/react-router'
import { dayText, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { DepositBadge } from '../deposits/DepositColumns.tsx'
import classes from './Request.module.css'

/** The deposits of a letter, with the amounts asked for and those open now. */
export function RequestDeposits({ request: { deposits } }: { request: RefundRequest }) {
  return (
    <RecordSection title={t('Deposits it asks for')}>
      {deposits.length === 0 ? (
        <Text c="dimmed">{t('It names none yet: edit the draft and tick what is asked for.')}</Text>
      ) : (
        <ul className={classes['deposits']}>
          {deposits.map((deposit) => (
            <Row key={deposit.depositId} {...deposit} />
          ))}
        </ul>
      )}
    </RecordSection>
  )
}

function Row(deposit: RequestedDeposit) {
  const { depositId, contractId, bidId, contractName, depositType, instrumentNo, amount, openAmount, dueOn, status } =
    deposit
  return (
    <li className={classes['asked']}>
      <div>
        <Anchor component={Link} to={depositPath({ contractId, id: depositId })} inherit>
          {[depositType, instrumentNo].filter(Boolean).join(' ')}
        </Anchor>
        <Text size="xs" c="dimmed">
          {[bidId, contractName].filter(Boolean).join(' · ')}
        </Text>
        <Text size="xs" c="dimmed">
          {dueOn ? t('Due on {day}', { day: dayText(dueOn) }) : t('No day on which it comes back')}
        </Text>
      </div>
      <dl>
        <div>
          <dt>{t('Asked for')}</dt>
          <dd>{rupees(amount)}</dd>
        </div>
        <div>
          <dt>{t('Open now')}</dt>
          <dd>{rupees(openAmount)}</dd>
        </div>
      </dl>
      <div>
        <DepositBadge status={status} />
      </div>
    </li>
  )
}
