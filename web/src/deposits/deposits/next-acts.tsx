import { Button } from '@mantine/core'
import { depositPath } from '@plinth/api/deposits/deposit-path'
import type { DepositRelease } from '@plinth/api/deposits/deposit-releases'
import { type Deposit, type DepositStatus, updateDeposit } from '@plinth/api/deposits/deposits'
import { addSettlement } from '@plinth/api/deposits/settlements'
import { type ReactNode, useState } from 'react'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { StatusStep } from '../../ui/record/StatusStep.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { requestPath, writeAddress, writing } from '../refund-requests/request-path.ts'
import { depositName } from './DepositColumns.tsx'
import type { DepositStep } from './deposit-next.ts'
import { useReturnDay } from './useReturnDay.tsx'

const BookSettlement = lazyDialog(() => import('../settlements/BookSettlement.tsx'), 'BookSettlement')

interface Props {
  deposit: Deposit
  label: string
}

/** A link to one field in the form of the deposit. */
const FieldLink = ({ deposit, label, field }: Props & { field: keyof Deposit }) => (
  <LinkButton to={`${depositPath(deposit)}/edit`} hash={`field-${field}`} call={updateDeposit}>
    {label}
  </LinkButton>
)

/** A button that sets the next status, and asks for the day of return if that needs one. */
function StatusButton({ deposit, label, status }: Props & { status: DepositStatus }) {
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

/** A button that opens the form of a settlement, where the rest is booked as deducted or received. */
function SettlementButton({ deposit, label }: Props) {
  // A copy from when the form was opened, so that booking does not close the form.
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

/** A link that starts the letter to the office. Without an office, a button sets the status instead. */
function LetterLink({ deposit, officeId }: { deposit: Deposit; officeId: string | null }) {
  if (officeId === null) return <StatusButton deposit={deposit} label={t('Ask for it back')} status="PENDING_REFUND" />
  return (
    <LinkButton {...writeAddress({ officeId, depositIds: [deposit.id] })} call={writing}>
      {t('Write the letter')}
    </LinkButton>
  )
}

/** The button of each next step. Steps that only wait have none. */
export const nextActs: Partial<Record<DepositStep, (deposit: Deposit, release: DepositRelease) => ReactNode>> = {
  OWN: (deposit) => <FieldLink deposit={deposit} label={t('Change what is to be done')} field="ownNextStep" />,
  DISPUTE: (deposit) => <FieldLink deposit={deposit} label={t('Change the dispute')} field="disputedOn" />,
  SHORTFALL: (deposit) => <SettlementButton deposit={deposit} label={t('Book the rest')} />,
  SET_DUE: (deposit) => <FieldLink deposit={deposit} label={t('Enter the day')} field="fixedDueOn" />,
  FOLLOW_UP: (_, { requestId }) =>
    requestId !== null && <LinkButton to={requestPath({ id: requestId })}>{t('Open the request')}</LinkButton>,
  ASK: (deposit, { officeId }) => <LetterLink deposit={deposit} officeId={officeId} />,
  SUBMIT: (deposit) => <StatusButton deposit={deposit} label={t('It is lodged')} status="SUBMITTED" />,
  // A deposit asked for as a release becomes RELEASED, any other REFUNDED.
  RECORD_RETURN: (deposit) => (
    <StatusButton
      deposit={deposit}
      label={t('It has come back')}
      status={deposit.status === 'PENDING_RELEASE' ? 'RELEASED' : 'REFUNDED'}
    />
  ),
  ENTER_DAY: (deposit) => (
    <FieldLink deposit={deposit} label={t('Enter the day of the return')} field="depositeReturnedDate" />
  ),
}
