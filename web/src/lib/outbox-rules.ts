import type { Message } from '@plinth/api/kernel/messages'

/** Something that a person has entered and that is sent once there is a line. */
export interface Operation {
  /** A UUID: by it the server knows what it has had before. */
  id: string
  /** Who sends it: a name of `provideChannel`. */
  channel: string
  kind: string
  /** When it was entered, as a moment. */
  madeAt: string
  /** What only its channel reads. */
  body: Readonly<Record<string, unknown>>
  file?: Blob
  /** Sent before, though no answer came. */
  wasSent: boolean
  /** Why it was not taken; it is sent again only when somebody says so. */
  verdict: Verdict | null
}

export interface Verdict {
  /** CLAIMED: somebody else was first. REFUSED: a rule is against it. */
  outcome: 'CLAIMED' | 'REFUSED'
  said: Message
  /** What makes it good for being sent again, on what stands now. */
  instead?: Operation['body']
}

export interface OutboxAnswer {
  id: string
  /** Null for one that was applied, now or before. */
  verdict: Verdict | null
  /** Shows what came of it. */
  show?: () => void
}

/** Whether nothing of it can be on the server: it was not sent, or it was refused. Only then is it changed or given up. */
export const isHere = ({ wasSent, verdict }: Pick<Operation, 'wasSent' | 'verdict'>): boolean =>
  !wasSent || verdict !== null

/** What photos may take on the phone: so many bytes each, and together. */
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
  /** The most in one call. */
  most: number
  /** Operations of one group are sent in their order: while one fails, those behind it wait. */
  groupOf: (operation: Operation) => string
  /** Whether one call takes operations of several groups. */
  isMixed: boolean
}

/**
 * What is sent next: in the order in which it was entered, of one channel at a time, and nothing of a group that stands aside. A file
 * goes by itself, and after everything else: on a weak line the figures are through before the first photo.
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
  const goesAlong = (one: Operation) =>
    one.channel === first.channel && (sending.isMixed || groupOf(one) === groupOf(first))
  return small.filter(goesAlong).slice(0, sending.most)
}

/** What is left once a batch is answered; what got no answer stays as it was. */
export function afterAnswers(operations: readonly Operation[], answers: readonly OutboxAnswer[]): Operation[] {
  const verdicts = new Map(answers.map(({ id, verdict }) => [id, verdict]))
  return operations.flatMap((operation) => {
    const verdict = verdicts.get(operation.id)
    if (verdict === undefined) return operation
    return verdict === null ? [] : { ...operation, verdict }
  })
}

const pausesMs = [2_000, 5_000, 15_000, 60_000]

/** How long to wait after so many attempts that failed in turn, in milliseconds. */
export const pauseAfter = (failures: number) => pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 0

/** Whether what was not answered, or answered like this, may come right by itself. */
export const mayComeRight = (status: number) => [0, 401, 408, 429].includes(status) || status >= 500
