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

/** Why a line or a head was refused: the fault of a field begins with what the field is called. */
function saidOf([fault]: readonly FieldFault[] = []): Message {
  if (!fault) return { message: 'Please try again.' }
  const { path, ...said } = fault
  const field = fieldOfPath(path)
  const label = field ? labels[field] : headLabels.get(path)
  if (!label || !/^[a-z]/.test(said.message)) return said
  return messageOf('{label} {fault}', { label: translated(label), fault: worded(said) })
}

const verdictOf = ({ outcome, fields }: SentLineAnswer): OutboxAnswer['verdict'] =>
  outcome === 'REFUSED' ? { outcome, said: saidOf(fields) } : null

/** Has a sheet shown as it is stored now, and kept for when the connection is lost again: what was sent must not look lost. */
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

/** Sends lines of a sheet. Where its head alone is refused already, that is the verdict on all of them. Fails as any call does. */
async function begun({ sheet }: WaitingEntry, lines: readonly SentLine[], as: string) {
  const send = (some: readonly SentLine[]) => call(sendMeasurementLines, { body: { sheet, lines: [...some] } }, { as })
  try {
    return await send(lines)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const ofHead =
      lines.length > 0
        ? await send([]).then(
            () => undefined,
            (fault: unknown) => fault,
          )
        : error
    if (ofHead === undefined) throw error
    if (!isRefusal(ofHead)) throw ofHead
    return { verdict: refusalOf(ofHead) }
  }
}

const refusalOf = ({ message, fields }: CallError): Verdict => ({
  outcome: 'REFUSED',
  said: fields.length > 0 ? saidOf(fields) : { message },
})

/** Sends the head of a sheet and lines of it in one call. */
async function sendSheet(entries: readonly WaitingEntry[], as: string): Promise<OutboxAnswer[]> {
  const [first] = entries
  if (!first) return []
  const lines = entries.flatMap(({ entry }) => entry?.line ?? [])
  const answer = await begun(first, lines, as)
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

/** The sheet may begin with its photo. */
async function sendSheetPhoto(operation: Operation, as: string): Promise<OutboxAnswer> {
  const read = readWaiting(operation)
  if (!read) return unreadable(operation)
  const answer = await begun(read, [], as)
  if ('verdict' in answer) return { id: operation.id, verdict: answer.verdict }
  return sendPhoto(operation, { entityType: 'MEASUREMENT', entityId: answer.sheetId }, as)
}

const channel: Channel = {
  wordsOf,
  most: maxLinesSent,
  // A call has the lines of one sheet, in the order in which the book has them.
  groupOf: (operation) => readWaiting(operation)?.sheetId ?? operation.id,
  isMixed: false,
  send: async (batch, as) => {
    const [first] = batch
    return first?.kind === photoKind ? [await sendSheetPhoto(first, as)] : sendEntries(batch, as)
  },
}
provideChannel(channelName, channel)
