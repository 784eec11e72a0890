/** How an instrument goes through its life: its kinds, its states, and which event leads from where to where. */

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

const within =
  (...kinds: InstrumentKind[]) =>
  (kind: InstrumentKind) =>
    kinds.includes(kind)

/** Paper by which somebody else answers for us, as against money of ours. */
export const isGuarantee = within('BG', 'E_BG', 'SURETY_BOND')
/** Guarantees of a bank, which take a part of the limit that it has for us; a surety bond takes none. */
export const isBankGuarantee = within('BG', 'E_BG')
/** Money of ours that lies with a bank or post office and bears interest. */
export const isReceipt = within('FDR', 'TDR', 'NSC')
/** On which a bank marks a lien. */
export const isPledgeable = within('FDR', 'TDR')
/** Which is presented within three months or not at all. */
export const isDraft = within('DD', 'BANKERS_CHEQUE')
/** Money that is with the department, of which there is no paper to come back. */
export const isPaidMoney = within('ONLINE', 'CASH', 'BILL_DEDUCTION')

/** DRAFT is being prepared; LODGED, handed in; PAID_OUT, called by the department; CLOSED, discharged or encashed. */
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

/** Neither being prepared nor paid out, back, closed or cancelled. */
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
  /** The state it leads to; none where it leaves the state as it is. */
  to?: InstrumentState
}
const any = () => true
const isCash = (kind: InstrumentKind) => !isGuarantee(kind)

/** Of what was paid out in part, of a guarantee that is claimed and extended, and of a correction, the rest of the rule is in `movedTo`. */
const moves: Readonly<Record<InstrumentEventKind, Move>> = {
  REQUESTED: { kinds: any, from: ['DRAFT'], to: 'REQUESTED' },
  ISSUED: { kinds: any, from: ['DRAFT', 'REQUESTED'], to: 'ISSUED' },
  LODGED: { kinds: any, from: ['DRAFT', 'REQUESTED', 'ISSUED'], to: 'LODGED' },
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
  RETURNED: { kinds: any, from: ['LODGED', 'CLAIMED'], to: 'RETURNED' },
  DISCHARGED: { kinds: isGuarantee, from: ['LODGED', 'PAID_OUT', 'RETURNED'], to: 'CLOSED' },
  // A receipt that secures a guarantee, and a draft that was not used, never leave our hands.
  ENCASHED: { kinds: isCash, from: ['ISSUED', 'RETURNED'], to: 'CLOSED' },
  CANCELLED: { kinds: any, from: ['DRAFT', 'REQUESTED', 'ISSUED'], to: 'CANCELLED' },
  CORRECTED: { kinds: any, from: instrumentStates },
}

/**
 * The state that an event leads an instrument of this kind to from this state; undefined where it cannot happen. What is paid
 * out in part leads back to LODGED, and a correction to where it says, which both depend on what comes with them.
 */
export function movedTo(kind: InstrumentKind, state: InstrumentState, event: InstrumentEventKind) {
  const { kinds, from, to = state } = moves[event]
  if (!kinds(kind) || !from.includes(state)) return undefined
  if (event === 'EXTENDED' && state === 'CLAIMED') return 'LODGED'
  return event === 'RETURNED' && isPaidMoney(kind) ? 'CLOSED' : to
}

/** What can happen to an instrument of this kind in this state, in the order in which it mostly does. */
export const eventsAt = (kind: InstrumentKind, state: InstrumentState): InstrumentEventKind[] =>
  instrumentEvents.filter((event) => movedTo(kind, state, event) !== undefined)

/** What an event may carry beside its day, reference and remark. */
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

/** Which of them each event asks for, and which it takes besides. */
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

/** Prefixes of numbers as registers and drafts have them. */
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

/** The kind that the number of an instrument suggests, to be confirmed by a person; undefined where it suggests none. */
export const proposedKind = (number: string): InstrumentKind | undefined =>
  prefixes.find(([prefix]) => prefix.test(number.trim()))?.[1]
