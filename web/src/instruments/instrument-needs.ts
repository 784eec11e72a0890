import {
  type InstrumentKind,
  type InstrumentState,
  isGuarantee,
  isPaidMoney,
  isReceipt,
} from '@plinth/api/instrument-moves'

/** What only papers of some kinds have. */
type OfKind = 'effectiveOn' | 'expiresOn' | 'claimUntil' | 'maturesOn' | 'marginPercent' | 'commissionPercent'

const owners: Record<OfKind, (kind: InstrumentKind) => boolean> = {
  effectiveOn: isGuarantee,
  expiresOn: isGuarantee,
  claimUntil: isGuarantee,
  maturesOn: isReceipt,
  marginPercent: isGuarantee,
  commissionPercent: isGuarantee,
}
export const kindFields = Object.keys(owners) as OfKind[]

/** Whether a paper of this kind has such a field; of the fields that every kind has it is always so. */
export const hasField = (kind: InstrumentKind, field: string) =>
  kindFields.every((name) => name !== field || owners[name](kind))

const unissued: readonly InstrumentState[] = ['DRAFT', 'REQUESTED', 'CANCELLED']
/** Whether what it says is still open: once it is issued that changes by what becomes of it alone. */
export const isIssued = (state: InstrumentState) => !unissued.includes(state)

export type Needed = 'number' | 'issuedOn' | 'expiresOn'
export const neededNames: readonly Needed[] = ['number', 'issuedOn', 'expiresOn']

/** What a paper of this kind has to say once it is issued, as the database asks for it. */
export const isNeeded = (kind: InstrumentKind, name: Needed) =>
  ({
    number: kind !== 'CASH' && kind !== 'BILL_DEDUCTION',
    issuedOn: !isPaidMoney(kind),
    expiresOn: isGuarantee(kind),
  })[name]
