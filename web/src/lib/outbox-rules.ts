import type { Message } from '@plinth/api/kernel/messages'

/** Something that a user has entered and that is sent as soon as there is a connection. */
export interface Operation {
  /** A UUID, by which the server recognizes an operation that it has received before. */
  id: string
  /** The channel that sends it: a name of `provideChannel`. */
  channel: string
  kind: string
  /** When it was entered, as a moment. */
  madeAt: string
  /** Read only by its channel. */
  body: Readonly<Record<string, unknown>>
  file?: Blob
  /** Whether it was sent before without an answer. */
  wasSent: boolean
  /** Why it was not applied; it is sent again only at the user's request. */
  verdict: Verdict | null
}

export interface Verdict {
  /** CLAIMED: somebody else was first. REFUSED: a rule forbids it. */
  outcome: 'CLAIMED' | 'REFUSED'
  said: Message
  /** The body to send instead, based on the current state of the record. */
  instead?: Operation['body']
}

export interface OutboxAnswer {
  id: string
  /** Null for an operation that was applied, now or before. */
  verdict: Verdict | null
  /** Shows the result of the operation. */
  show?: () => void
}

/** Whether the operation is certainly not on the server: it was not sent, or it was refused. Only then can it be changed or discarded. */
export const isHere = ({ wasSent, verdict }: Pick<Operation, 'wasSent' | 'verdict'>): boolean =>
  !wasSent || verdict !== null

/** The most bytes that photos may use on the device: each, and together. */
export const photoRoom = { each: 16 * 1024 * 1024, together: 64 * 1024 * 1024 }

export const bytesOf = (operations: readonly Operation[]) =>
  operations.reduce((sum, { file }) => sum + (file?.size ?? 0), 0)

const isUnsent = ({ verdict }: Operation) => verdict === null

export const totalsOf = (operations: readonly Operation[]) => {
  const unsent = operations.filter(isUnsent).length
  return { unsent, open: operations.length - unsent }
}

/** How the operations of a channel are sent. */
export interface Sending {
  /** The most operations in one call. */
  most: number
  /** Operations of one group are sent in order: if one fails, those after it wait. */
  groupOf: (operation: Operation) => string
  /** Whether one call takes operations of several groups. */
  isMixed: boolean
}

/**
 * The operations to send next, in the order in which they were entered: of one channel, and of no group that is put aside. A file is sent
 * by itself and after everything else, so that on a weak line the figures arrive before the first photo.
 */
export function nextBatch(
  operations: readonly Operation[],
  sendingOf: (channel: string) => Sending | undefined,
  aside: ReadonlySet<string> = new Set(),
): readonly Operation[] {
  const groupOf = (operation: Operation) => sendingOf(operation.channel)?.groupOf(operation)
  const due = operations.filter((operation) => {
    const group = groupOf(operation)
    return isUnsent(operation) && group !== undefined && !aside.has(group)
  })
  const small = due.filter(({ file }) => file === undefined)
  const [first] = small
  const sending = sendingOf(first?.channel ?? '')
  if (!first || !sending) return due.slice(0, 1)
  const fitsInBatch = (one: Operation) =>
    one.channel === first.channel && (sending.isMixed || groupOf(one) === groupOf(first))
  return small.filter(fitsInBatch).slice(0, sending.most)
}

/** The operations that are left once a batch is answered; an unanswered one stays unchanged. */
export function afterAnswers(operations: readonly Operation[], answers: readonly OutboxAnswer[]): Operation[] {
  const verdicts = new Map(answers.map(({ id, verdict }) => [id, verdict]))
  return operations.flatMap((operation) => {
    const verdict = verdicts.get(operation.id)
    if (verdict === undefined) return operation
    return verdict === null ? [] : { ...operation, verdict }
  })
}

const pausesMs = [2_000, 5_000, 15_000, 60_000]

/** The pause after this many failures in a row, in milliseconds. */
export const pauseAfter = (failures: number) => pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 0

/** Whether a failure with this status may resolve by itself; 0 is no answer. */
export const mayComeRight = (status: number) => [0, 401, 408, 429].includes(status) || status >= 500
