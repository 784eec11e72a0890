import { Anchor, Button, Group, Text } from '@mantine/core'
import {
  type Bill,
  createBill,
  deleteBill,
  passBill,
  submitBill,
  takeBackMemorandum,
  updateBill,
} from '@plinth/api/money/bills'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call } from '../../lib/call.ts'
import { rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useSave } from '../../lib/useSave.ts'
import { alertSuccess } from '../../ui/shell/alerts.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { useAttempt } from '../../ui/shell/useAttempt.ts'
import { headsPath } from '../bill-heads/heads-path.ts'
import classes from './Bills.module.css'
import { nextOfBill } from './bill-next.ts'
import { billPath, isOpen, listPath, memorandumPath } from './bill-words.ts'

const ReasonOfBill = lazyDialog(() => import('./ReasonOfBill.tsx'), 'ReasonOfBill')

/** The next step of a bill and its other actions, as far as the user may take them. */
export function BillActs({ bill }: { bill: Bill }) {
  const mayEdit = useCan(updateBill)
  const mayDelete = useCan(deleteBill) && bill.status === 'DRAFT'
  const mayTakeBack = useCan(takeBackMemorandum) && bill.status === 'PASSED'
  const [openAct, setOpenAct] = useState<'return' | 'cancel' | 'takeBack'>()
  return (
    <div className={classes['next']}>
      <Text>{describeNext(bill)}</Text>
      <Group gap="xs" className={classes['acts'] ?? ''} data-screen-only>
        <Next bill={bill} />
        {isOpen(bill) && !bill.billingEnd && (
          <LinkButton variant="default" to={`${billPath(bill)}/edit`} call={updateBill}>
            {t('Edit')}
          </LinkButton>
        )}
        {mayEdit && bill.status === 'SUBMITTED' && (
          <Button variant="default" onClick={() => setOpenAct('return')}>
            {t('It came back')}
          </Button>
        )}
        {mayEdit && bill.status === 'RETURNED' && (
          <Button variant="default" onClick={() => setOpenAct('cancel')}>
            {t('Cancel bill')}
          </Button>
        )}
        {mayTakeBack && !bill.hasLater && bill.billingEnd !== 'CLOSED' && (
          <Button variant="default" onClick={() => setOpenAct('takeBack')}>
            {t('Take memorandum back')}
          </Button>
        )}
        {mayDelete && <DeleteDraft bill={bill} />}
      </Group>
      {openAct && <ReasonOfBill bill={bill} act={openAct} onClose={() => setOpenAct(undefined)} />}
    </div>
  )
}

const rulesLink = (text: string) => (
  <Anchor component={Link} to="/payments/rules" inherit underline="always">
    {text}
  </Anchor>
)

/** The next step, as a sentence. */
function describeNext(bill: Bill): ReactNode {
  switch (nextOfBill(bill)) {
    case 'COMPLETE_TERMS':
      return (
        <Anchor component={Link} to={headsPath({ id: bill.agreementId })} inherit underline="always">
          {t('Next: enter what the bill heads of the agreement miss. Then it can be submitted.')}
        </Anchor>
      )
    case 'MEND_ITEMS':
      return t('Next: mend its items, as the abstract says. Then it can be submitted.')
    case 'CONFIRM_RULE':
      return rulesLink(t('Next: confirm the rule that is unsure. Then it can be submitted.'))
    case 'WAIT':
      return t('Next: pass {bill}, or record that it came back. Then this one can be submitted.', {
        bill: bill.previousBill?.name ?? '',
      })
    case 'SUBMIT':
      return bill.status === 'RETURNED'
        ? t('Next: put right what the department asked for, and submit it again.')
        : t('Next: submit it, and send it to the department.')
    case 'ENTER_MEMORANDUM':
      return t('Next: once the memorandum of payment is here, enter it.')
    case 'NEXT_BILL':
      return bill.status === 'PASSED'
        ? t('It is passed: the next bill starts from what was passed.')
        : t('It is cancelled, and keeps its number.')
    case undefined:
      return describeEnd(bill)
  }
}

/** Why there is no next step. */
function describeEnd({ status, billingEnd }: Bill): string {
  if (status === 'DRAFT')
    return billingEnd === 'CLOSED'
      ? t('The agreement is closed: this draft can only be deleted.')
      : t('The final bill was submitted: this draft can only be deleted.')
  return billingEnd === 'CLOSED'
    ? t('The agreement is closed: there is no other bill.')
    : t('After the final bill there is no other.')
}

function Next({ bill }: { bill: Bill }) {
  switch (nextOfBill(bill)) {
    case 'SUBMIT':
      return <Submit bill={bill} />
    case 'ENTER_MEMORANDUM':
      return (
        <LinkButton to={memorandumPath(bill)} hash="field-memoNo" call={passBill}>
          {t('Enter memorandum')}
        </LinkButton>
      )
    case 'NEXT_BILL':
      return (
        <LinkButton to={`${listPath}/create`} search={{ agreement: bill.agreementId }} call={createBill}>
          {t('Enter the next bill')}
        </LinkButton>
      )
    case 'COMPLETE_TERMS':
    case 'MEND_ITEMS':
    case 'CONFIRM_RULE':
    case 'WAIT':
    case undefined:
      return null
  }
}

function Submit({ bill: { id, name, claimed, inputDigest } }: { bill: Bill }) {
  const may = useCan(submitBill)
  const save = useSave({ params: { id } })
  const client = useQueryClient()
  const { attempt, isSending } = useAttempt()
  if (!may || !claimed) return null
  async function send() {
    await save(submitBill, { inputDigest })
    void alertSuccess(t('{bill} is submitted', { bill: name }))
  }
  async function submit() {
    const isDone = await attempt(send, t('The bill was not submitted.'))
    // The figures may have changed since the user saw them.
    if (!isDone) void client.invalidateQueries()
  }
  return (
    <Button loading={isSending} onClick={() => void submit()}>
      {t('Submit {amount}', { amount: rupees(Number(claimed.net.since)) })}
    </Button>
  )
}

function DeleteDraft({ bill: { id } }: { bill: Bill }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { attempt, isSending } = useAttempt()
  async function remove() {
    await call(deleteBill, { params: { id } })
    void alertSuccess(t('The draft is deleted'))
    await navigate({ to: listPath })
    await client.invalidateQueries()
  }
  return (
    <Button
      variant="default"
      loading={isSending}
      onClick={() => {
        if (window.confirm(t('Are you sure you want to delete this draft?')))
          void attempt(remove, t('The draft was not deleted.'))
      }}
    >
      {t('Delete draft')}
    </Button>
  )
}
