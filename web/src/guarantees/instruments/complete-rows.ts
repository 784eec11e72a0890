import { amountOf } from '@plinth/api/deposits/deposit-standing'
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
import { today } from '../../lib/days.ts'
import type { Numeric } from '../../ui/form/NumericInput.tsx'

/** A paper that is not in the register, and the deposits that name it. */
export interface Unregistered {
  key: string
  number: string
  issuer: string | null
  branch: string | null
  deposits: readonly RegisteredDeposit[]
}

/** The input of a row; an amount that is not a valid number is a text. */
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

/** A number contains a digit; "FDR to be issued" is not a number. */
const isNumber = (text: string) => /\d/.test(text)
export type Body = Partial<CallInput<typeof createInstrument>['body']>

const keyOf = ({ instrumentNo, bankName }: RegisteredDeposit) =>
  JSON.stringify([instrumentNo.trim().toUpperCase(), (bankName ?? '').trim().toLowerCase()])

/** Groups deposits by number and bank: deposits that share both are given by one paper. */
export const papersOf = (deposits: readonly RegisteredDeposit[]): Unregistered[] =>
  [...Map.groupBy(deposits, keyOf)].map(([key, group]) => ({
    key,
    number: group[0]?.instrumentNo.trim() ?? '',
    issuer: group[0]?.bankName || null,
    branch: group.find(({ bankAddress }) => bankAddress)?.bankAddress ?? null,
    deposits: group,
  }))

const firstOf = (days: readonly (string | null | undefined)[]): string | null =>
  days.filter((day) => typeof day === 'string').toSorted()[0] ?? null

/** The proposed input for a paper, derived from its number and its deposits. */
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

/** The fields of days of an instrument of this kind. */
export const daysOf = (kind: InstrumentKind | null): readonly Day[] => {
  if (kind && isGuarantee(kind)) return ['issuedOn', 'expiresOn', 'claimUntil']
  return kind && isReceipt(kind) ? ['issuedOn', 'maturesOn'] : ['issuedOn']
}

/** The day on which the first deposit of the paper was submitted. */
export const submittedOn = ({ deposits }: Unregistered) =>
  firstOf(deposits.map(({ depositSubmitedDate }) => depositSubmitedDate))

const unnumbered: readonly InstrumentKind[] = ['CASH', 'BILL_DEDUCTION']

/** The missing fields without which the paper can only be a draft. */
export function missingOf(paper: Unregistered, entry: Entry): ('number' | Day)[] {
  const { kind } = entry
  if (!kind) return []
  const days: Day[] = isGuarantee(kind) ? ['issuedOn', 'expiresOn'] : ['issuedOn']
  // For paid money the day on which the deposit was submitted is enough.
  const hasPaymentDay = isPaidMoney(kind) && submittedOn(paper) !== null
  const hasNumber = isNumber(paper.number) || unnumbered.includes(kind)
  return [...(hasNumber ? [] : ['number' as const]), ...(hasPaymentDay ? [] : days.filter((name) => !entry[name]))]
}

/** The state in which the paper is entered, and since when: lodged if a deposit is submitted, else issued; a draft if fields are missing. */
export function stateOf(paper: Unregistered, entry: Entry, now = today()) {
  if (missingOf(paper, entry).length > 0) return { state: 'DRAFT' } as const
  const since = submittedOn(paper)
  return since !== null && since <= now
    ? ({ state: 'LODGED', happenedOn: since } as const)
    : ({ state: 'ISSUED' } as const)
}

/** The request body for a paper; an amount that is not a number is left for the API to refuse. */
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
