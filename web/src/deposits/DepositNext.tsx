import { Button } from '@mantine/core'
import { type Deposit, type DepositStatus, updateDeposit } from '@plinth/api/deposits'
import { useState } from 'react'
import { t } from '../lib/language.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { useStatusChange } from '../ui/StatusChoice.tsx'
import { depositName } from './DepositColumns.tsx'
import type { DepositStep } from './deposit-next.ts'
import { useReturnDay } from './useReturnDay.tsx'

const labels = {
  SUBMIT: t('It is lodged'),
  ASK_BACK: t('Ask for it back'),
  RECORD_RETURN: t('It has come back'),
} satisfies Partial<Record<DepositStep, string>>

/** What has been asked for as a release is released, and anything else refunded. */
const statusAfter = (step: keyof typeof labels, { status }: Deposit): DepositStatus => {
  if (step === 'SUBMIT') return 'SUBMITTED'
  if (step === 'ASK_BACK') return 'PENDING_REFUND'
  return status === 'PENDING_RELEASE' ? 'RELEASED' : 'REFUNDED'
}

/** The one next step of a deposit, as what takes it. */
export function DepositNext({ step, deposit }: { step: DepositStep; deposit: Deposit }) {
  const { id: depositId, contractId } = deposit
  if (step === 'ENTER_DAY')
    return (
      <LinkButton to={`/contracts/${contractId}/security-deposit/${depositId}/edit`} hash="field-depositeReturnedDate">
        {t('Enter the day of the return')}
      </LinkButton>
    )
  return <Take step={step} deposit={deposit} />
}

function Take({ step, deposit }: { step: keyof typeof labels; deposit: Deposit }) {
  const { id: depositId, contractId } = deposit
  const change = useStatusChange({
    name: depositName(deposit),
    endpoint: updateDeposit,
    params: { contractId, depositId },
  })
  const { ask, dialog } = useReturnDay(deposit)
  const [isSending, setSending] = useState(false)
  async function take() {
    setSending(true)
    const status = statusAfter(step, deposit)
    const more = await ask(status)
    if (more) await change(status, deposit, more)
    setSending(false)
  }
  return (
    <>
      <Button loading={isSending} onClick={() => void take()}>
        {labels[step]}
      </Button>
      {dialog}
    </>
  )
}
