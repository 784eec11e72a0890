import { eventsAt, instrumentKinds, instrumentStates } from '@plinth/api/guarantees/instrument-moves'
import { describe, expect, it } from 'vitest'
import { actsOf } from './instrument-acts.ts'

const today = '2026-11-25'
const paper = (given: Partial<Parameters<typeof actsOf>[0]> = {}) => ({
  kind: 'BG' as const,
  state: 'LODGED' as const,
  expiresOn: '2027-03-31',
  claimUntil: null,
  lienAmount: 0,
  ...given,
})

describe('what can happen to an instrument', () => {
  it('is all that the wire allows, each once, the likely first', () => {
    for (const kind of instrumentKinds)
      for (const state of instrumentStates) {
        const { likely, others } = actsOf(paper({ kind, state, expiresOn: '2026-01-01' }), today)
        expect([...likely, ...others].toSorted()).toEqual(eventsAt(kind, state).toSorted())
        expect(likely.length).toBeLessThanOrEqual(2)
      }
  })

  it('begins with what mostly follows', () => {
    const likely = (given: Partial<Parameters<typeof actsOf>[0]>) => actsOf(paper(given), today).likely
    expect(likely({ state: 'DRAFT' })).toEqual(['REQUESTED', 'ISSUED'])
    expect(likely({ state: 'DRAFT', kind: 'ONLINE' })).toEqual(['LODGED'])
    expect(likely({})).toEqual(['EXTENDED', 'RETURNED'])
    expect(likely({ kind: 'FDR' })).toEqual(['RENEWED', 'RETURNED'])
    expect(likely({ kind: 'DD' })).toEqual(['RETURNED'])
    expect(likely({ kind: 'FDR', state: 'ISSUED' })).toEqual(['LODGED'])
    expect(likely({ kind: 'FDR', state: 'ISSUED', lienAmount: 500 })).toEqual(['RENEWED'])
    expect(likely({ state: 'CLAIMED' })).toEqual(['EXTENDED', 'PAID_OUT'])
    expect(likely({ state: 'RETURNED' })).toEqual(['DISCHARGED'])
    expect(likely({ state: 'RETURNED', kind: 'FDR' })).toEqual(['ENCASHED'])
    expect(likely({ state: 'CLOSED' })).toEqual([])
  })

  it('is a discharge of what is lodged from the day after its last day of claims on', () => {
    const may = (given: Partial<Parameters<typeof actsOf>[0]>) => {
      const { likely, others } = actsOf(paper(given), today)
      return [...likely, ...others].includes('DISCHARGED')
    }
    expect(may({ expiresOn: today })).toBe(false)
    expect(may({ expiresOn: '2026-11-24' })).toBe(true)
    expect(may({ expiresOn: '2026-11-01', claimUntil: today })).toBe(false)
    expect(may({ state: 'RETURNED', expiresOn: '2027-03-31' })).toBe(true)
  })
})
