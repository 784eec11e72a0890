import { expect, test } from 'vitest'
import { bankLettersOf } from './bank-letter-kinds.ts'
import { eventsAt, instrumentKinds, instrumentStates, isGuarantee } from './instrument-moves.ts'

const today = '2026-06-15'
const days = { expiresOn: '2026-06-01', claimUntil: '2026-06-15' }
const over = { expiresOn: '2026-06-01', claimUntil: '2026-06-14' }

test('a guarantee that is lodged is extended until claims are over, and discharged since', () => {
  const lodged = { kind: 'BG', state: 'LODGED' } as const
  expect(bankLettersOf({ ...lodged, ...days }, today)).toEqual(['EXTENSION_TO_BANK'])
  expect(bankLettersOf({ ...lodged, ...over }, today)).toEqual(['DISCHARGE_TO_BANK', 'EXTENSION_TO_BANK'])
  expect(bankLettersOf({ ...lodged, expiresOn: '2026-06-14', claimUntil: null }, today)[0]).toBe('DISCHARGE_TO_BANK')
})

test('one that is back is discharged, and one that is not with anybody yet or any more has no letter', () => {
  const of = (state: (typeof instrumentStates)[number]) => bankLettersOf({ kind: 'SURETY_BOND', state, ...days }, today)
  expect(of('RETURNED')).toEqual(['DISCHARGE_TO_BANK'])
  expect(of('PAID_OUT')).toEqual(['DISCHARGE_TO_BANK'])
  expect(['DRAFT', 'REQUESTED', 'CLOSED', 'CANCELLED'].flatMap((state) => of(state as 'DRAFT'))).toEqual([])
})

test('nothing is asked of a bank that could not happen then', () => {
  for (const kind of instrumentKinds)
    for (const state of instrumentStates) {
      const letters = bankLettersOf({ kind, state, ...over }, today)
      const events = letters.map((letter) => (letter === 'EXTENSION_TO_BANK' ? 'EXTENDED' : 'DISCHARGED'))
      expect(eventsAt(kind, state)).toEqual(expect.arrayContaining(events))
      if (!isGuarantee(kind)) expect(letters).toEqual([])
    }
})
