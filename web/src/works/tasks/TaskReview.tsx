import { Alert, Box, Button, Group, Text } from '@mantine/core'
import { listTaskStatusHistory, type Task, type TaskStatus, updateTask } from '@plinth/api/works/tasks'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { momentText, words } from '../../lib/format.ts'
import { t, worded } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { FactGroup, ReadValue } from '../../ui/form/FieldGroup.tsx'
import { ReasonForm } from '../../ui/form/ReasonForm.tsx'
import { alertSuccess } from '../../ui/shell/alerts.ts'
import { UnsavedGuard } from '../../ui/shell/UnsavedGuard.tsx'
import { rejectionField } from './rejection-field.ts'
import { useAssignees, useReviewRule } from './task-choices.ts'

const steps = {
  request: { label: t('Request review'), status: 'UNDER_REVIEW' },
  approve: { label: t('Approve'), status: 'APPROVED' },
  reject: { label: t('Reject…'), status: 'REJECTED' },
  reopen: { label: t('Reopen'), status: 'REOPENED' },
} as const satisfies Record<string, { label: string; status: TaskStatus }>
type Step = keyof typeof steps

/** The steps from each status; from any other status a review can be requested. */
const stepsFrom: Partial<Record<TaskStatus, Step[]>> = {
  UNDER_REVIEW: ['approve', 'reject'],
  COMPLETED: ['request', 'reopen'],
  REJECTED: ['request', 'reopen'],
  APPROVED: ['reopen'],
  TERMINATED: ['reopen'],
  CANCELLED: ['reopen'],
}

type Fault = { title: string; message: string; isStale: boolean }

function faultOf(error: unknown): Fault {
  const isStale = error instanceof CallError && error.status === 412
  const title = isStale ? t('Somebody changed this task') : t('Not saved')
  if (!(error instanceof CallError)) return { title, message: t('Failed to save task. Please try again.'), isStale }
  // The fault of the new status is a complete sentence.
  const ofStatus = error.fields.find(({ path }) => path === 'status')
  return { title, message: ofStatus ? worded(ofStatus) : error.message, isStale }
}

/** Takes the next step with the task as it is shown; a change by somebody else in between is not overwritten. */
function useReview({ id, updatedAt }: Task) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState<TaskStatus | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)

  async function take(step: Step, reason: { rejectionReason?: string } = {}): Promise<boolean> {
    const { status } = steps[step]
    setBusy(status)
    setFault(null)
    try {
      await call(updateTask, { params: { id }, body: { status, updatedAt, ...reason } })
      void alertSuccess(t('Task updated successfully!'))
      await queryClient.invalidateQueries()
      return true
    } catch (error) {
      setFault(faultOf(error))
      return false
    } finally {
      setBusy(null)
    }
  }

  async function reload() {
    await queryClient.invalidateQueries()
    setFault(null)
  }
  return { busy, fault, forget: () => setFault(null), take, reload }
}

/** Who did what in the review, and when; the server sets these values with the status. */
function useDeeds(task: Task) {
  const { data: history = [] } = useRecord(listTaskStatusHistory)
  const { nameOf } = useAssignees()
  const step = (label: string, by: string | null, at?: string | null) => {
    if (by === null) return []
    // The history also has the names of users who are no longer active.
    const name = history.find(({ changedBy }) => changedBy === by)?.changedByName ?? nameOf(by)
    return [{ label, text: at ? `${name}, ${momentText(at)}` : name }]
  }
  return [
    ...step(t('Completed by'), task.completedBy),
    ...step(t('Review requested'), task.reviewRequestedBy, task.reviewRequestedAt),
    ...step(t('Approved'), task.approvedBy, task.approvalDate),
    ...step(t('Rejected'), task.rejectedBy, task.rejectedAt),
  ]
}

/** The review of a task: its status, the steps so far, and the next one. */
export function TaskReview({ task }: { task: Task }) {
  const { status, rejectionReason } = task
  const deeds = useDeeds(task)
  const mayReview = useCan(updateTask)
  return (
    <FactGroup title={t('Review')} actions={mayReview && <ReviewSteps key={task.id} task={task} />}>
      <ReadValue label={t('Status')}>{words(status)}</ReadValue>
      {deeds.length === 0 && <ReadValue label={t('Review requested')}>{t('Not yet')}</ReadValue>}
      {deeds.map(({ label, text }) => (
        <ReadValue key={label} label={label}>
          {text}
        </ReadValue>
      ))}
      {status === 'REJECTED' && (
        <ReadValue label={t('Rejection reason')} wide>
          {rejectionReason}
        </ReadValue>
      )}
    </FactGroup>
  )
}

const maxNames = 3

/** The first names, and the number of the others. */
const someOf = (names: string[]) =>
  [
    names.slice(0, maxNames).join(', '),
    names.length > maxNames && t('{count} more', { count: names.length - maxNames }),
  ]
    .filter(Boolean)
    .join(', ')

function ReviewSteps({ task }: { task: Task }) {
  const { busy, fault, forget, take, reload } = useReview(task)
  const [isRejecting, setRejecting] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const { isOwn, deciders } = useReviewRule()
  const isForOthers = task.status === 'UNDER_REVIEW' && isOwn(task)
  const offered = isForOthers ? [] : (stepsFrom[task.status] ?? ['request'])
  // The button that had the focus is gone.
  const refocus = () => box.current?.focus()
  function setRejectionMode(isOn: boolean) {
    setRejecting(isOn)
    forget()
    if (!isOn) refocus()
  }
  async function go(step: Step) {
    if (step === 'reject') setRejectionMode(true)
    else if (await take(step)) refocus()
  }
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={t('Review of this task')} style={{ outline: 'none' }}>
      {fault && (
        <Alert color="red" role="alert" mt="sm" title={fault.title}>
          <Text size="sm">{fault.message}</Text>
          {fault.isStale && (
            <Button variant="default" size="xs" mt="xs" onClick={() => void reload()}>
              {t('Reload')}
            </Button>
          )}
        </Alert>
      )}
      {isForOthers && (
        <Text size="sm" mt="sm">
          {t('You asked for this review, so somebody else decides: {people}', { people: someOf(deciders) })}
        </Text>
      )}
      {isRejecting && !isForOthers ? (
        <Rejection
          isBusy={busy !== null}
          onReject={async (rejectionReason) => {
            if (await take('reject', { rejectionReason })) setRejectionMode(false)
          }}
          onCancel={() => setRejectionMode(false)}
        />
      ) : (
        <Group gap="xs" mt="sm">
          {offered.map((step, at) => (
            <Button
              key={step}
              variant={at === 0 ? 'filled' : 'default'}
              loading={busy === steps[step].status}
              disabled={busy !== null && busy !== steps[step].status}
              onClick={() => void go(step)}
            >
              {steps[step].label}
            </Button>
          ))}
        </Group>
      )}
    </div>
  )
}

type RejectionProps = { isBusy: boolean; onReject: (reason: string) => Promise<void>; onCancel: () => void }

function Rejection({ isBusy, onReject, onCancel }: RejectionProps) {
  const hasReason = useRef(false)
  return (
    <Box mt="sm">
      <UnsavedGuard unsaved={() => hasReason.current && !isBusy} />
      <ReasonForm
        {...rejectionField}
        takesFocus
        onGive={(reason) => void onReject(reason)}
        onType={(has) => {
          hasReason.current = has
        }}
      >
        <Group gap="xs" mt="sm">
          <Button type="submit" loading={isBusy}>
            {t('Reject')}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={onCancel}>
            {t('Cancel')}
          </Button>
        </Group>
      </ReasonForm>
    </Box>
  )
}
