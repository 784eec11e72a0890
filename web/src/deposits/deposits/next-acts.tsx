import { Button } from '@mantine/core'
import type { DepositRelease } from '@plinth/api/deposits/deposit-releases'
import { type Deposit, type DepositStatus, updateDeposit } from '@plinth/api/deposits/deposits'
import { addSettlement } from '@plinth/api/deposits/settlements'
import { type ReactNode, useState } from 'react'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { StatusStep } from '../../ui/record/StatusStep.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { part } from '../../ui/shell/Part.tsx'
import { requestPath, writeAddress, writing } from '../refund-requests/request-path.ts'
import { depositName, depositPath } from './DepositColumns.tsx'
import type { DepositStep } from './deposit-next.ts'
import { useReturnDay } from './useReturnDay.tsx'

const BookSettlement = part(() => import('../settlements/BookSettlement.tsx'), 'BookSettlement', { over: true })

interface Props {
  deposit: Deposit
  label: string
}

/** The form of the deposit, at one of its fields. */
const ToField = ({ deposit, label, field }: Props & { field: keyof Deposit }) => (
  <LinkButton to={`${depositPath(deposit)}/edit`} hash={`field-${field}`} call={updateDeposit}>
    {label}
  </LinkButton>
)

/** A status that follows, with what else that asks for. */
function ToStatus({ deposit, label, status }: Props & { status: DepositStatus }) {
  const { id: depositId, contractId } = deposit
  const { ask, dialog } = useReturnDay(deposit)
  if (!useCan(updateDeposit)) return null
  return (
    <>
      <StatusStep
        name={depositName(deposit)}
        record={deposit}
        endpoint={updateDeposit}
        params={{ contractId, depositId }}
        status={status}
        label={label}
        ask={ask}
      />
      {dialog}
    </>
  )
}

/** What was kept back is booked as deducted, and the rest as it comes. */
function ToSettlement({ deposit, label }: Props) {
  // As it was when the form was opened: what is booked by it does not take the form away.
  const [booking, book] = useState<Deposit>()
  const mayBook = useCan(addSettlement)
  if (!mayBook) return null
  return (
    <>
      <Button onClick={() => book(deposit)}>{label}</Button>
      {booking && <BookSettlement way="receipt" deposit={booking} onClose={() => book(undefined)} />}
    </>
  )
}

/** The letter that asks for it goes to an office; whoever has named none says that they have asked. */
function ToLetter({ deposit, officeId }: { deposit: Deposit; officeId: string | null }) {
  if (officeId === null) return <ToStatus deposit={deposit} label={t('Ask for it back')} status="PENDING_REFUND" />
  return (
    <LinkButton {...writeAddress({ officeId, depositIds: [deposit.id] })} call={writing}>
      {t('Write the letter')}
    </LinkButton>
  )
}

/** What takes each next step where its deposit is shown; of what only time or somebody else takes there is none. */
export const nextActs: Partial<Record<DepositStep, (deposit: Deposit, release: DepositRelease) => ReactNode>> = {
  OWN: (deposit) => <ToField deposit={deposit} label={t('Change what is to be done')} field="ownNextStep" />,
  DISPUTE: (deposit) => <ToField deposit={deposit} label={t('Change the dispute')} field="disputedOn" />,
  SHORTFALL: (deposit) => <ToSettlement deposit={deposit} label={t('Book the rest')} />,
  SET_DUE: (deposit) => <ToField deposit={deposit} label={t('Enter the day')} field="fixedDueOn" />,
  FOLLOW_UP: (_, { requestId }) =>
    requestId !== null && <LinkButton to={requestPath({ id: requestId })}>{t('Open the request')}</LinkButton>,
  ASK: (deposit, { officeId }) => <ToLetter deposit={deposit} officeId={officeId} />,
  SUBMIT: (deposit) => <ToStatus deposit={deposit} label={t('It is lodged')} status="SUBMITTED" />,
  // What has been asked for as a release is released, and anything else refunded.
  RECORD_RETURN: (deposit) => (
    <ToStatus
      deposit={deposit}
      label={t('It has come back')}
      status={deposit.status === 'PENDING_RELEASE' ? 'RELEASED' : 'REFUNDED'}
    />
  ),
  ENTER_DAY: (deposit) => (
    <ToField deposit={deposit} label={t('Enter the day of the return')} field="depositeReturnedDate" />
  ),
}
