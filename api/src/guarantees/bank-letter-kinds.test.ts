import { expect, test } from 'vitest'
import { bankLettersOf } from './bank-letter-kinds.ts'
import { eventsAt, instrumentKinds, instrumentStates, isGuarantee } from './instrument-moves.ts'

const today = '2026-06-15'
const days = { expiresOn: '2026-06-01', claimUntil: '2026-06-15' }
const pastClaims = { expiresOn: '2026-06-01', claimUntil: '2026-06-14' }

test('a lodged guarantee has the letter of extension until claims end, and that of discharge first afterwards', () => {
  const lodged = { kind: 'BG', state: 'LODGED' } as const
  expect(bankLettersOf({ ...lodged, ...days }, today)).toEqual(['EXTENSION_TO_BANK'])
  expect(bankLettersOf({ ...lodged, ...pastClaims }, today)).toEqual(['DISCHARGE_TO_BANK', 'EXTENSION_TO_BANK'])
  expect(bankLettersOf({ ...lodged, expiresOn: '2026-06-14', claimUntil: null }, today)[0]).toBe('DISCHARGE_TO_BANK')
})

test('a returned or paid out guarantee has the letter of discharge, and a draft, requested, closed or cancelled one has none', () => {
  const lettersIn = (state: (typeof instrumentStates)[number]) =>
    bankLettersOf({ kind: 'SURETY_BOND', state, ...days }, today)
  expect(lettersIn('RETURNED')).toEqual(['DISCHARGE_TO_BANK'])
  expect(lettersIn('PAID_OUT')).toEqual(['DISCHARGE_TO_BANK'])
  expect(['DRAFT', 'REQUESTED', 'CLOSED', 'CANCELLED'].flatMap((state) => lettersIn(state as 'DRAFT'))).toEqual([])
})

test('every letter asks for an event that the state allows, and only guarantees have letters', () => {
  for (const kind of instrumentKinds)
    for (const state of instrumentStates) {
      const letters = bankLettersOf({ kind, state, ...pastClaims }, today)
      const events = letters.map((letter) => (letter === 'EXTENSION_TO_BANK' ? 'EXTENDED' : 'DISCHARGED'))
      expect(eventsAt(kind, state)).toEqual(expect.arrayContaining(events))
      if (!isGuarantee(kind)) expect(letters).toEqual([])
    }
})
