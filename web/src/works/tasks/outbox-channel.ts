import { maxSiteChanges, type SiteChange, type SiteChangeAnswer, sendSiteChanges } from '@plinth/api/works/site-changes'
import { getTask, type Task } from '@plinth/api/works/tasks'
import { photoKind, sendPhoto, unreadable } from '../../documents/documents/outbox-photos.ts'
import { call } from '../../lib/call.ts'
import { decimal, percent, words } from '../../lib/format.ts'
import { hasForms } from '../../lib/keep-typed.ts'
import { t } from '../../lib/language.ts'
import { type Channel, provideChannel } from '../../lib/outbox.ts'
import type { Operation, OutboxAnswer } from '../../lib/outbox-rules.ts'
import { endpointKey, queryClient } from '../../lib/query-client.ts'
import { editState, holdFetches, releaseFetches, show, showBranch } from './edit-state.ts'
import { channelName, onCurrentValue, readEntry } from './site-kept.ts'

function textOfChange(change: SiteChange, units: string | null): string {
  switch (change.kind) {
    case 'QUANTITY':
      return t('quantity {quantity}', {
        quantity: [`${change.quantity > 0 ? '+' : ''}${decimal(change.quantity)}`, units].filter(Boolean).join(' '),
      })
    case 'PROGRESS':
      return t('progress {progress}', { progress: percent(change.progress) })
    case 'STATUS':
      return t('status {status}', { status: words(change.status) })
    case 'NOTE':
      return t('note: {note}', { note: change.note })
  }
}

function wordsOf(operation: Operation) {
  const read = readEntry(operation)
  if (!read) return { about: t('Task'), does: t('It was made by an older version, and cannot be read any more.') }
  return { about: read.label, does: read.change ? textOfChange(read.change, read.units) : t('photo') }
}

/** The entry for a claimed change that the user sends again, based on the present value of the task. */
function replacementOf(operation: Operation, { task }: SiteChangeAnswer) {
  if (!task) return undefined
  if (operation.kind === 'PROGRESS') return onCurrentValue(operation, task.progress)
  return operation.kind === 'STATUS' ? onCurrentValue(operation, task.status) : undefined
}

function answerTo(operation: Operation, answer: SiteChangeAnswer): OutboxAnswer {
  const { id, outcome, message = '', parts, task } = answer
  const showTask = () => {
    if (!task) return
    const state = editState(queryClient)
    show(state, [task])
    showBranch(state, task.id)
    // An open form keeps the values that it was opened with.
    if (!hasForms())
      queryClient.setQueryData<Task>(endpointKey(getTask, { params: { id: task.id } }), (known) => known && task)
  }
  if (outcome === 'APPLIED' || outcome === 'SAME') return { id, verdict: null, show: showTask }
  const replacement = outcome === 'CLAIMED' ? replacementOf(operation, answer) : undefined
  const reason = { message, ...(parts && { parts }) }
  return { id, verdict: { outcome, said: reason, ...(replacement && { instead: replacement }) }, show: showTask }
}

/** Fetches anew what is on its way: the page may have asked for it before the changes were stored, and would show them as lost. */
async function fetchAnew(): Promise<void> {
  const state = editState(queryClient)
  await holdFetches(state)
  releaseFetches(state, false)
  const tasks = { queryKey: [getTask.method, getTask.path] }
  // A form that is open keeps what it was begun with.
  if (hasForms() || queryClient.isFetching(tasks) === 0) return
  await queryClient.cancelQueries(tasks)
  void queryClient.invalidateQueries(tasks)
}

async function sendChanges(batch: readonly Operation[], as: string): Promise<OutboxAnswer[]> {
  const changes = batch.flatMap((operation) => readEntry(operation)?.change ?? [])
  const answers = changes.length > 0 ? await call(sendSiteChanges, { body: { changes } }, { as }) : []
  await fetchAnew()
  const known = new Map(answers.map((answer) => [answer.id, answer]))
  return batch.map((operation) => {
    const answer = known.get(operation.id)
    return answer ? answerTo(operation, answer) : unreadable(operation)
  })
}

async function sendTaskPhoto(operation: Operation, as: string): Promise<OutboxAnswer> {
  const read = readEntry(operation)
  return read ? sendPhoto(operation, { entityType: 'TASK', entityId: read.taskId }, as) : unreadable(operation)
}

const channel: Channel = {
  wordsOf,
  most: maxSiteChanges,
  groupOf: (operation) => readEntry(operation)?.taskId ?? operation.id,
  isMixed: true,
  send: async (batch, as) => {
    const [first] = batch
    return first?.kind === photoKind ? [await sendTaskPhoto(first, as)] : sendChanges(batch, as)
  },
}
provideChannel(channelName, channel)
