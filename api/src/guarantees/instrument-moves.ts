/** The kinds and states of instruments, and the transitions that events make between states. */

export const instrumentKinds = [
  'BG',
  'E_BG',
  'SURETY_BOND',
  'FDR',
  'TDR',
  'NSC',
  'DD',
  'BANKERS_CHEQUE',
  'ONLINE',
  'CASH',
  'BILL_DEDUCTION',
] as const
export type InstrumentKind = (typeof instrumentKinds)[number]

const oneOfKinds =
  (...kinds: InstrumentKind[]) =>
  (kind: InstrumentKind) =>
    kinds.includes(kind)

/** Guarantees, by which a bank or insurer answers for the company; the other kinds are the company's own money. */
export const isGuarantee = oneOfKinds('BG', 'E_BG', 'SURETY_BOND')
/** Guarantees of a bank, which use its limit for the company; a surety bond does not. */
export const isBankGuarantee = oneOfKinds('BG', 'E_BG')
/** The company's money with a bank or post office that bears interest. */
export const isReceipt = oneOfKinds('FDR', 'TDR', 'NSC')
/** Receipts on which a bank can mark a lien. */
export const isPledgeable = oneOfKinds('FDR', 'TDR')
/** Drafts, which must be presented within three months. */
export const isDraft = oneOfKinds('DD', 'BANKERS_CHEQUE')
/** Money paid to the department, without a paper that could come back. */
export const isPaidMoney = oneOfKinds('ONLINE', 'CASH', 'BILL_DEDUCTION')

/** DRAFT: being prepared. LODGED: handed in. PAID_OUT: called by the department. CLOSED: discharged or encashed. */
export const instrumentStates = [
  'DRAFT',
  'REQUESTED',
  'ISSUED',
  'LODGED',
  'CLAIMED',
  'PAID_OUT',
  'RETURNED',
  'CLOSED',
  'CANCELLED',
] as const
export type InstrumentState = (typeof instrumentStates)[number]

/** The states of instruments under way: not a draft and not paid out, returned, closed or cancelled. */
export const statesUnderWay: readonly InstrumentState[] = ['REQUESTED', 'ISSUED', 'LODGED', 'CLAIMED']

export const instrumentEvents = [
  'REQUESTED',
  'ISSUED',
  'LODGED',
  'EXTENDED',
  'AMOUNT_CHANGED',
  'RENEWED',
  'REVALIDATED',
  'CLAIM_LODGED',
  'EXTEND_OR_PAY',
  'STAYED',
  'STAY_VACATED',
  'CLAIM_WITHDRAWN',
  'PAID_OUT',
  'RETURNED',
  'DISCHARGED',
  'ENCASHED',
  'CANCELLED',
  'CORRECTED',
] as const
export type InstrumentEventKind = (typeof instrumentEvents)[number]

interface Move {
  kinds: (kind: InstrumentKind) => boolean
  from: readonly InstrumentState[]
  /** The new state; without one the state does not change. */
  to?: InstrumentState
}
const anyKind = () => true
const isCash = (kind: InstrumentKind) => !isGuarantee(kind)

/** The transitions. `movedTo` has the exceptions for a claimed guarantee that is extended and for returned money. */
const moves: Readonly<Record<InstrumentEventKind, Move>> = {
  REQUESTED: { kinds: anyKind, from: ['DRAFT'], to: 'REQUESTED' },
  ISSUED: { kinds: anyKind, from: ['DRAFT', 'REQUESTED'], to: 'ISSUED' },
  LODGED: { kinds: anyKind, from: ['DRAFT', 'REQUESTED', 'ISSUED'], to: 'LODGED' },
  EXTENDED: { kinds: isGuarantee, from: ['ISSUED', 'LODGED', 'CLAIMED'] },
  AMOUNT_CHANGED: { kinds: (kind) => isGuarantee(kind) || kind === 'BILL_DEDUCTION', from: ['ISSUED', 'LODGED'] },
  RENEWED: { kinds: isReceipt, from: ['ISSUED', 'LODGED'] },
  REVALIDATED: { kinds: isDraft, from: ['ISSUED', 'LODGED'] },
  CLAIM_LODGED: { kinds: isGuarantee, from: ['LODGED'], to: 'CLAIMED' },
  EXTEND_OR_PAY: { kinds: isGuarantee, from: ['LODGED'], to: 'CLAIMED' },
  STAYED: { kinds: isGuarantee, from: ['CLAIMED'] },
  STAY_VACATED: { kinds: isGuarantee, from: ['CLAIMED'] },
  CLAIM_WITHDRAWN: { kinds: isGuarantee, from: ['CLAIMED'], to: 'LODGED' },
  PAID_OUT: { kinds: isGuarantee, from: ['CLAIMED'], to: 'PAID_OUT' },
  RETURNED: { kinds: anyKind, from: ['LODGED', 'CLAIMED'], to: 'RETURNED' },
  DISCHARGED: { kinds: isGuarantee, from: ['LODGED', 'PAID_OUT', 'RETURNED'], to: 'CLOSED' },
  // ISSUED too, because a receipt that secures a guarantee and an unused draft never leave the company.
  ENCASHED: { kinds: isCash, from: ['ISSUED', 'RETURNED'], to: 'CLOSED' },
  CANCELLED: { kinds: anyKind, from: ['DRAFT', 'REQUESTED', 'ISSUED'], to: 'CANCELLED' },
  CORRECTED: { kinds: anyKind, from: instrumentStates },
}

/**
 * The state of an instrument after an event; undefined if the event cannot happen. It does not cover a partial payment, which leads
 * back to LODGED, and a correction, which names its state, because both depend on the values of the event.
 */
export function movedTo(kind: InstrumentKind, state: InstrumentState, event: InstrumentEventKind) {
  const { kinds, from, to = state } = moves[event]
  if (!kinds(kind) || !from.includes(state)) return undefined
  if (event === 'EXTENDED' && state === 'CLAIMED') return 'LODGED'
  return event === 'RETURNED' && isPaidMoney(kind) ? 'CLOSED' : to
}

/** The events that can happen to an instrument of this kind in this state, in their usual order. */
export const eventsAt = (kind: InstrumentKind, state: InstrumentState): InstrumentEventKind[] =>
  instrumentEvents.filter((event) => movedTo(kind, state, event) !== undefined)

/** The fields of an event beside its day, reference and remark. */
export type EventField =
  | 'number'
  | 'issuedOn'
  | 'expiresOn'
  | 'claimUntil'
  | 'maturesOn'
  | 'amount'
  | 'state'
  | 'releases'
  | 'charges'

const issuing = ['number', 'issuedOn', 'expiresOn', 'claimUntil', 'maturesOn', 'charges'] as const

/** The fields that each event requires (`asks`) and those that it allows (`takes`). */
export const eventFields: Readonly<
  Record<InstrumentEventKind, { asks?: readonly EventField[]; takes?: readonly EventField[] }>
> = {
  REQUESTED: { takes: ['charges'] },
  ISSUED: { takes: issuing },
  LODGED: { takes: issuing },
  EXTENDED: { asks: ['expiresOn'], takes: ['claimUntil', 'charges'] },
  AMOUNT_CHANGED: { asks: ['amount'], takes: ['charges'] },
  RENEWED: { asks: ['maturesOn'], takes: ['number', 'amount'] },
  REVALIDATED: { takes: ['charges'] },
  CLAIM_LODGED: {},
  EXTEND_OR_PAY: {},
  STAYED: {},
  STAY_VACATED: {},
  CLAIM_WITHDRAWN: {},
  PAID_OUT: { asks: ['amount'] },
  RETURNED: { takes: ['releases'] },
  DISCHARGED: { takes: ['charges'] },
  ENCASHED: { takes: ['charges'] },
  CANCELLED: { takes: ['charges'] },
  CORRECTED: { takes: ['amount', 'issuedOn', 'expiresOn', 'claimUntil', 'maturesOn', 'state'] },
}

/** The usual prefixes of numbers in registers and on drafts, by kind. */
const prefixes: readonly (readonly [RegExp, InstrumentKind])[] = [
  [/^(e-?|E)BG/i, 'E_BG'],
  [/BG/i, 'BG'],
  [/^(SB|SURETY)/i, 'SURETY_BOND'],
  [/^(FDR?|FIXED)/i, 'FDR'],
  [/^TDR?/i, 'TDR'],
  [/^NSC/i, 'NSC'],
  [/^(DD|DRAFT)/i, 'DD'],
  [/^(BC|PO|PAY ?ORDER)/i, 'BANKERS_CHEQUE'],
  [/^(UTR|NEFT|RTGS|IMPS|ONLINE|[A-Z]{4}[NRH]\d)/i, 'ONLINE'],
  [/^(CASH|RECEIPT)/i, 'CASH'],
  [/^(SD\/|RA[ -]|BILL)/i, 'BILL_DEDUCTION'],
]

/** The kind that the number of an instrument suggests, for a user to confirm; undefined if it suggests none. */
export const proposedKind = (number: string): InstrumentKind | undefined =>
  prefixes.find(([prefix]) => prefix.test(number.trim()))?.[1]
