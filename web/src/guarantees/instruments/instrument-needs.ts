import {
  type InstrumentKind,
  type InstrumentState,
  isBankGuarantee,
  isGuarantee,
  isPaidMoney,
  isReceipt,
} from '@plinth/api/guarantees/instrument-moves'

/** The fields that only some kinds have. */
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

/** Whether a paper of this kind has the field; true for the fields of every kind. */
export const hasField = (kind: InstrumentKind, field: string) =>
  kindFields.every((name) => name !== field || owners[name](kind))

const unissued: readonly InstrumentState[] = ['DRAFT', 'REQUESTED', 'CANCELLED']
/** Whether the paper is issued: its terms then change only by events. */
export const isIssued = (state: InstrumentState) => !unissued.includes(state)

export const neededNames = ['number', 'issuedOn', 'expiresOn'] as const

/** Whether a paper of this kind must have the field once it is issued; the database requires the same. */
export const isNeeded = (kind: InstrumentKind, name: (typeof neededNames)[number]) =>
  ({
    number: kind !== 'CASH' && kind !== 'BILL_DEDUCTION',
    issuedOn: !isPaidMoney(kind),
    expiresOn: isGuarantee(kind),
  })[name]
