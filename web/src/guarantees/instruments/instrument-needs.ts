import {
  type InstrumentKind,
  type InstrumentState,
  isBankGuarantee,
  isGuarantee,
  isPaidMoney,
  isReceipt,
} from '@plinth/api/guarantees/instrument-moves'

/** What only papers of some kinds have. */
export const kindFields = [
  'facilityId',
  'facilityName',
  'branch',
  'favouring',
  'heldBy',
  'effectiveOn',
  'expiresOn',
  'claimUntil',
  'maturesOn',
  'marginPercent',
  'commissionPercent',
] as const

const isPaper = (kind: InstrumentKind) => !isPaidMoney(kind)
const owners: Record<(typeof kindFields)[number], (kind: InstrumentKind) => boolean> = {
  facilityId: isBankGuarantee,
  facilityName: isBankGuarantee,
  branch: isPaper,
  favouring: isPaper,
  heldBy: isPaper,
  effectiveOn: isGuarantee,
  expiresOn: isGuarantee,
  claimUntil: isGuarantee,
  maturesOn: isReceipt,
  marginPercent: isGuarantee,
  commissionPercent: isGuarantee,
}

/** Whether a paper of this kind has such a field; of the fields that every kind has it is always so. */
export const hasField = (kind: InstrumentKind, field: string) =>
  kindFields.every((name) => name !== field || owners[name](kind))

const unissued: readonly InstrumentState[] = ['DRAFT', 'REQUESTED', 'CANCELLED']
/** Whether what it says is still open: once it is issued that changes by what becomes of it alone. */
export const isIssued = (state: InstrumentState) => !unissued.includes(state)

export const neededNames = ['number', 'issuedOn', 'expiresOn'] as const

/** What a paper of this kind has to say once it is issued, as the database asks for it. */
export const isNeeded = (kind: InstrumentKind, name: (typeof neededNames)[number]) =>
  ({
    number: kind !== 'CASH' && kind !== 'BILL_DEDUCTION',
    issuedOn: !isPaidMoney(kind),
    expiresOn: isGuarantee(kind),
  })[name]
