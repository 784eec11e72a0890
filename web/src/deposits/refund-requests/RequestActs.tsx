import { Button, Group } from '@mantine/core'
import {
  cancelRefundRequest,
  createRefundRequest,
  deleteRefundRequest,
  type RefundRequest,
  sendRefundRequest,
  setRefundAnswer,
  updateRefundRequest,
} from '@plinth/api/deposits/refund-requests'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { LetterFiles } from '../../documents/letter-templates/LetterFiles.tsx'
import { call } from '../../lib/call.ts'
import { reasonOf } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { regainFocus } from '../../ui/shell/regain-focus.ts'
import classes from './Request.module.css'
import { actsOf, type RequestAct } from './request-acts.ts'
import { requestPath, writeAddress } from './request-path.ts'
import { letterOf } from './take-letter.ts'

const SendRequest = lazyDialog(() => import('./SendRequest.tsx'), 'SendRequest')
const AnswerRequest = lazyDialog(() => import('./AnswerRequest.tsx'), 'AnswerRequest')
const WithdrawRequest = lazyDialog(() => import('./WithdrawRequest.tsx'), 'WithdrawRequest')

const dialogs = { SEND: SendRequest, ANSWER: AnswerRequest, WITHDRAW: WithdrawRequest }
type DialogAct = keyof typeof dialogs

interface Opened {
  act: DialogAct
  request: RefundRequest
}

/** The link to a new letter for the deposits of a request that are still open. */
const newLetterLink = ({ officeId, deposits }: RefundRequest) =>
  writeAddress({
    officeId,
    depositIds: deposits.filter(({ openAmount }) => openAmount > 0).map(({ depositId }) => depositId),
  })

interface ActProps {
  request: RefundRequest
  variant: 'filled' | 'default'
  onOpen: (act: DialogAct) => void
}

function DialogButton({
  act,
  call,
  label,
  variant,
  onOpen,
}: ActProps & { act: DialogAct; call: Endpoint; label: string }) {
  if (!useCan(call)) return null
  return (
    <Button variant={variant} onClick={() => onOpen(act)}>
      {label}
    </Button>
  )
}

function DeleteButton({ request: { id, number } }: ActProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const may = useCan(deleteRefundRequest)
  if (!may) return null
  async function deleteDraft() {
    if (!window.confirm(t('Are you sure you want to delete this refund request?'))) return
    try {
      await call(deleteRefundRequest, { params: { id } })
      void alertSuccess(t('Draft {number} deleted', { number }))
      // Leave the page first, because it would load the deleted draft again.
      await navigate({ to: '/contracts/refund-requests' })
      await client.invalidateQueries()
    } catch (error) {
      void alertFailure(t('The draft was not deleted.'), reasonOf(error))
    }
  }
  return (
    <Button variant="default" onClick={() => void deleteDraft()}>
      {t('Delete draft')}
    </Button>
  )
}

const acts: Record<RequestAct, (props: ActProps) => ReactNode> = {
  SEND: (props) => <DialogButton {...props} act="SEND" call={sendRefundRequest} label={t('Mark as sent')} />,
  ANSWER: (props) => (
    <DialogButton
      {...props}
      act="ANSWER"
      call={setRefundAnswer}
      label={props.request.answeredOn ? t('Change the answer') : t('It was answered')}
    />
  ),
  REMIND: ({ request, variant }) => (
    <LinkButton variant={variant} call={createRefundRequest} {...newLetterLink(request)}>
      {t('Write a reminder')}
    </LinkButton>
  ),
  AGAIN: ({ request, variant }) => (
    <LinkButton variant={variant} call={createRefundRequest} {...newLetterLink(request)}>
      {t('Write it again')}
    </LinkButton>
  ),
  EDIT: ({ request, variant }) => (
    <LinkButton variant={variant} call={updateRefundRequest} to={`${requestPath(request)}/edit`}>
      {t('Edit')}
    </LinkButton>
  ),
  WITHDRAW: (props) => <DialogButton {...props} act="WITHDRAW" call={cancelRefundRequest} label={t('Withdraw')} />,
  DELETE: (props) => <DeleteButton {...props} />,
}

/** The buttons of a request in its current state, and their dialogs. */
export function RequestActs({ request }: { request: RefundRequest }) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const isToBeSent = search['act'] === 'send' && request.state === 'DRAFT'
  // A copy from when the dialog was opened, so that its own action does not close it.
  const [opened, open] = useState<Opened | undefined>(isToBeSent ? { act: 'SEND', request } : undefined)
  const Dialog = opened && dialogs[opened.act]
  function close() {
    open(undefined)
    regainFocus('acts')
    if ('act' in search) void navigate({ to: '.', search: {}, replace: true })
  }
  return (
    <Group gap="xs" id="acts" tabIndex={-1} className={classes['ways'] ?? ''} data-screen-only>
      {actsOf[request.state].map((act, at) => {
        const Act = acts[act]
        return (
          <Act
            key={act}
            request={request}
            variant={at === 0 ? 'filled' : 'default'}
            onOpen={(dialog) => open({ act: dialog, request })}
          />
        )
      })}
      <LetterFiles take={letterOf(request.id)} />
      {Dialog && <Dialog request={opened.request} onClose={close} />}
    </Group>
  )
}
