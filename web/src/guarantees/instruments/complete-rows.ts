import type { RegisteredDeposit } from '@plinth/api/deposits/deposits'
import {
  type InstrumentKind,
  isGuarantee,
  isPaidMoney,
  isReceipt,
  proposedKind,
} from '@plinth/api/guarantees/instrument-moves'
import type { createInstrument } from '@plinth/api/guarantees/instruments'
import type { CallInput } from '@plinth/api/kernel/client'
import { amountOf } from '../../deposits/deposits/deposit-standing.ts'
import { today } from '../../lib/days.ts'
import type { Numeric } from '../../ui/form/NumericInput.tsx'

/** One paper that is not in the register, and the deposits that say they are given by it. */
export interface Unregistered {
  key: string
  number: string
  issuer: string | null
  branch: string | null
  deposits: readonly RegisteredDeposit[]
}

/** What is entered of it; a number that is none yet is a text. */
export interface Entry {
  isTicked: boolean
  kind: InstrumentKind | null
  amount: Numeric
  issuedOn: string | null
  expiresOn: string | null
  claimUntil: string | null
  maturesOn: string | null
}

type Day = 'issuedOn' | 'expiresOn' | 'claimUntil' | 'maturesOn'

/** "FDR to be issued" is no number yet. */
const isNumber = (text: string) => /\d/.test(text)
export type Body = Partial<CallInput<typeof createInstrument>['body']>

const keyOf = ({ instrumentNo, bankName }: RegisteredDeposit) =>
  JSON.stringify([instrumentNo.trim().toUpperCase(), (bankName ?? '').trim().toLowerCase()])

/** Deposits that share number and bank are given by one paper. */
export const papersOf = (deposits: readonly RegisteredDeposit[]): Unregistered[] =>
  [...Map.groupBy(deposits, keyOf)].map(([key, some]) => ({
    key,
    number: some[0]?.instrumentNo.trim() ?? '',
    issuer: some[0]?.bankName || null,
    branch: some.find(({ bankAddress }) => bankAddress)?.bankAddress ?? null,
    deposits: some,
  }))

const firstOf = (days: readonly (string | null | undefined)[]): string | null =>
  days.filter((day) => typeof day === 'string').toSorted()[0] ?? null

/** What is proposed of it, by its number and its deposits. */
export function entryOf({ number, deposits }: Unregistered): Entry {
  const kind = proposedKind(number) ?? null
  return {
    isTicked: kind !== null && isNumber(number),
    kind,
    amount: amountOf(deposits),
    issuedOn: firstOf(deposits.map(({ depositCreatedDate }) => depositCreatedDate)),
    expiresOn: null,
    claimUntil: null,
    maturesOn: null,
  }
}

/** The days that are asked of an instrument of this kind. */
export const daysOf = (kind: InstrumentKind | null): readonly Day[] => {
  if (kind && isGuarantee(kind)) return ['issuedOn', 'expiresOn', 'claimUntil']
  return kind && isReceipt(kind) ? ['issuedOn', 'maturesOn'] : ['issuedOn']
}

/** The day on which the first of its deposits was submitted. */
export const submittedOn = ({ deposits }: Unregistered) =>
  firstOf(deposits.map(({ depositSubmitedDate }) => depositSubmitedDate))

const unnumbered: readonly InstrumentKind[] = ['CASH', 'BILL_DEDUCTION']

/** Without which it can be no more than a draft. */
export function missingOf(paper: Unregistered, entry: Entry): ('number' | Day)[] {
  const { kind } = entry
  if (!kind) return []
  const days: Day[] = isGuarantee(kind) ? ['issuedOn', 'expiresOn'] : ['issuedOn']
  // Of money that was paid the day of the deposit tells enough.
  const isTold = isPaidMoney(kind) && submittedOn(paper) !== null
  const hasNumber = isNumber(paper.number) || unnumbered.includes(kind)
  return [...(hasNumber ? [] : ['number' as const]), ...(isTold ? [] : days.filter((name) => !entry[name]))]
}

/** The state that it is entered in, and since when: handed in where its deposits are, else issued, unless something of that is missing. */
export function stateOf(paper: Unregistered, entry: Entry, now = today()) {
  if (missingOf(paper, entry).length > 0) return { state: 'DRAFT' } as const
  const since = submittedOn(paper)
  return since !== null && since <= now
    ? ({ state: 'LODGED', happenedOn: since } as const)
    : ({ state: 'ISSUED' } as const)
}

/** What the wire is sent of it; what is no number yet is left to the wire to refuse. */
export function bodyOf(paper: Unregistered, entry: Entry, now = today()): Body {
  const { number, issuer, branch, deposits } = paper
  const { kind, amount } = entry
  return {
    ...(kind && { kind }),
    number: isNumber(number) ? number : null,
    ...(typeof amount === 'number' && { amount }),
    issuer,
    branch,
    ...Object.fromEntries(daysOf(kind).map((name) => [name, entry[name]])),
    ...stateOf(paper, entry, now),
    depositIds: deposits.map(({ id }) => id),
  }
}
