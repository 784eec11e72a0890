import type { FieldFault } from '@plinth/api/kernel/endpoint'
import { type Message, messageOf } from '@plinth/api/kernel/messages'
import {
  lineLabels as labels,
  maxLinesSent,
  type SentLine,
  type SentLineAnswer,
  sendMeasurementLines,
} from '@plinth/api/works/measurement-lines'
import {
  filterMeasurementSheets,
  getMeasurementSheet,
  type MeasurementSheet,
  sheetLabels,
} from '@plinth/api/works/measurement-sheets'
import { photoKind, sendPhoto, unreadable } from '../../documents/documents/outbox-photos.ts'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { dayText } from '../../lib/format.ts'
import { t, translated, worded } from '../../lib/language.ts'
import { type Channel, provideChannel } from '../../lib/outbox.ts'
import { mayComeRight, type Operation, type OutboxAnswer, type Verdict } from '../../lib/outbox-rules.ts'
import { endpointKey, queryClient } from '../../lib/query-client.ts'
import { currentUser } from '../../lib/session.ts'
import { keepOnDevice } from '../../lib/useSiteRecord.ts'
import { fieldOfPath } from './line-typed.ts'
import { productOf } from './line-words.ts'
import { readWaiting, type WaitingEntry } from './sheet-waiting.ts'
import { channelName, isOwnDraft } from './sheet-words.ts'

function wordsOf(operation: Operation) {
  const read = readWaiting(operation)
  if (!read)
    return { about: t('Measurement sheet'), does: t('It was made by an older version, and cannot be read any more.') }
  const { agreement, sheet, entry } = read
  const about = `${agreement.number}, ${dayText(sheet.measuredOn)}`
  if (operation.kind === photoKind) return { about, does: t('photo') }
  if (!entry) return { about, does: t('new sheet') }
  const { line, item } = entry
  const what = [item.itemNo, line.description ?? item.description].filter(Boolean).join(' ')
  return { about, does: `${what}: ${line.isDeduction ? '−' : ''}${productOf(line)}` }
}

const headLabels = new Map<string, string>(Object.entries(sheetLabels))

/** The reason for rejecting a line or a head; the fault of a field starts with the label of the field. */
function reasonOfFaults([fault]: readonly FieldFault[] = []): Message {
  if (!fault) return { message: 'Please try again.' }
  const { path, ...reason } = fault
  const field = fieldOfPath(path)
  const label = field ? labels[field] : headLabels.get(path)
  if (!label || !/^[a-z]/.test(reason.message)) return reason
  return messageOf('{label} {fault}', { label: translated(label), fault: worded(reason) })
}

const verdictOf = ({ outcome, fields }: SentLineAnswer): OutboxAnswer['verdict'] =>
  outcome === 'REFUSED' ? { outcome, said: reasonOfFaults(fields) } : null

/** Shows the stored sheet, and keeps it on the device for when the connection is lost again: sent lines must not look lost. */
async function fetchSheet(id: string, as: string): Promise<() => void> {
  const input = { params: { id } }
  const queryKey = endpointKey(getMeasurementSheet, input)
  const sheet = await call(getMeasurementSheet, input, { as }).catch((error: unknown) => {
    if (isRefusal(error)) return undefined
    throw error
  })
  // The page may have asked for the sheet before the lines were stored. That answer must not replace this one.
  if (sheet) await queryClient.cancelQueries({ queryKey })
  await keepOnDevice(
    getMeasurementSheet,
    input.params,
    sheet && isOwnDraft(sheet, currentUser()) ? sheet : undefined,
    as,
  )
  return () => {
    if (sheet) queryClient.setQueryData<MeasurementSheet>(queryKey, sheet)
    void queryClient.invalidateQueries({ queryKey: [filterMeasurementSheets.method, filterMeasurementSheets.path] })
  }
}

const isRefusal = (error: unknown): error is CallError => error instanceof CallError && !mayComeRight(error.status)

/** Sends lines of a sheet. If the head alone is rejected, that is the verdict on all of them. Throws as any call does. */
async function sendToSheet({ sheet }: WaitingEntry, lines: readonly SentLine[], as: string) {
  const send = (some: readonly SentLine[]) => call(sendMeasurementLines, { body: { sheet, lines: [...some] } }, { as })
  try {
    return await send(lines)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const headError =
      lines.length > 0
        ? await send([]).then(
            () => undefined,
            (fault: unknown) => fault,
          )
        : error
    if (headError === undefined) throw error
    if (!isRefusal(headError)) throw headError
    return { verdict: refusalOf(headError) }
  }
}

const refusalOf = ({ message, fields }: CallError): Verdict => ({
  outcome: 'REFUSED',
  said: fields.length > 0 ? reasonOfFaults(fields) : { message },
})

/** Sends the head of a sheet and some of its lines in one call. */
async function sendSheet(entries: readonly WaitingEntry[], as: string): Promise<OutboxAnswer[]> {
  const [first] = entries
  if (!first) return []
  const lines = entries.flatMap(({ entry }) => entry?.line ?? [])
  const answer = await sendToSheet(first, lines, as)
  if ('verdict' in answer) return entries.map(({ operation: { id } }) => ({ id, verdict: answer.verdict }))
  const show = await fetchSheet(answer.sheetId, as)
  const byLine = new Map(answer.lines.map((line) => [line.id, line]))
  return entries.map(({ operation: { id } }) => {
    const line = byLine.get(id)
    return { id, verdict: line ? verdictOf(line) : null, show }
  })
}

async function sendEntries(batch: readonly Operation[], as: string): Promise<OutboxAnswer[]> {
  const entries = batch.flatMap((operation) => readWaiting(operation) ?? [])
  const answers = await sendSheet(entries, as)
  const answered = new Set(answers.map(({ id }) => id))
  return [...answers, ...batch.filter(({ id }) => !answered.has(id)).map(unreadable)]
}

/** Sends a photo; the call for it creates the sheet if necessary. */
async function sendSheetPhoto(operation: Operation, as: string): Promise<OutboxAnswer> {
  const read = readWaiting(operation)
  if (!read) return unreadable(operation)
  const answer = await sendToSheet(read, [], as)
  if ('verdict' in answer) return { id: operation.id, verdict: answer.verdict }
  return sendPhoto(operation, { entityType: 'MEASUREMENT', entityId: answer.sheetId }, as)
}

const channel: Channel = {
  wordsOf,
  most: maxLinesSent,
  // A call has lines of one sheet, in the order of the book.
  groupOf: (operation) => readWaiting(operation)?.sheetId ?? operation.id,
  isMixed: false,
  send: async (batch, as) => {
    const [first] = batch
    return first?.kind === photoKind ? [await sendSheetPhoto(first, as)] : sendEntries(batch, as)
  },
}
provideChannel(channelName, channel)
