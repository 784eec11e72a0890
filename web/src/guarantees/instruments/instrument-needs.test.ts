import { instrumentKinds } from '@plinth/api/guarantees/instrument-moves'
import { expect, test } from 'vitest'
import { hasField, isIssued, isNeeded, kindFields } from './instrument-needs.ts'

test('hasField knows the fields of each kind, and paid money has none of them', () => {
  const has = (kind: (typeof instrumentKinds)[number]) => kindFields.filter((name) => hasField(kind, name))
  const ofPaper = ['branch', 'favouring', 'heldBy']
  const ofGuarantee = ['effectiveOn', 'expiresOn', 'claimUntil', 'marginPercent', 'commissionPercent']
  const ofBank = ['facilityId', 'facilityName']
  for (const kind of ['BG', 'E_BG'] as const) expect(has(kind)).toEqual([...ofBank, ...ofPaper, ...ofGuarantee])
  expect(has('SURETY_BOND')).toEqual([...ofPaper, ...ofGuarantee])
  for (const kind of ['FDR', 'TDR', 'NSC'] as const) expect(has(kind)).toEqual([...ofPaper, 'maturesOn'])
  for (const kind of ['DD', 'BANKERS_CHEQUE'] as const) expect(has(kind)).toEqual(ofPaper)
  for (const kind of ['ONLINE', 'CASH', 'BILL_DEDUCTION'] as const) expect(has(kind)).toEqual([])
  expect(instrumentKinds.every((kind) => hasField(kind, 'amount'))).toBe(true)
})

test('isNeeded requires the fields that the database requires of an issued paper of its kind', () => {
  const kindsNeeding = (name: 'number' | 'issuedOn' | 'expiresOn') =>
    instrumentKinds.filter((kind) => isNeeded(kind, name))
  expect(kindsNeeding('expiresOn')).toEqual(['BG', 'E_BG', 'SURETY_BOND'])
  expect(kindsNeeding('issuedOn')).toEqual(['BG', 'E_BG', 'SURETY_BOND', 'FDR', 'TDR', 'NSC', 'DD', 'BANKERS_CHEQUE'])
  expect(instrumentKinds.filter((kind) => !isNeeded(kind, 'number'))).toEqual(['CASH', 'BILL_DEDUCTION'])
})

test('isIssued is true from the issue on, and false for drafts, requested and cancelled instruments', () => {
  expect((['DRAFT', 'REQUESTED', 'CANCELLED'] as const).some(isIssued)).toBe(false)
  expect((['ISSUED', 'LODGED', 'CLAIMED', 'PAID_OUT', 'RETURNED', 'CLOSED'] as const).every(isIssued)).toBe(true)
})
