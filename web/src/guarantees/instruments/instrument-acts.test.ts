import { eventsAt, instrumentKinds, instrumentStates } from '@plinth/api/guarantees/instrument-moves'
import { describe, expect, it } from 'vitest'
import { actsOf } from './instrument-acts.ts'

const today = '2026-11-25'
const paper = (overrides: Partial<Parameters<typeof actsOf>[0]> = {}) => ({
  kind: 'BG' as const,
  state: 'LODGED' as const,
  expiresOn: '2027-03-31',
  claimUntil: null,
  lienAmount: 0,
  ...overrides,
})

describe('actsOf', () => {
  it('lists every event that the API allows once, the likely ones first', () => {
    for (const kind of instrumentKinds)
      for (const state of instrumentStates) {
        const { likely, others } = actsOf(paper({ kind, state, expiresOn: '2026-01-01' }), today)
        expect([...likely, ...others].toSorted()).toEqual(eventsAt(kind, state).toSorted())
        expect(likely.length).toBeLessThanOrEqual(2)
      }
  })

  it('begins with the event that usually comes next', () => {
    const likely = (overrides: Partial<Parameters<typeof actsOf>[0]>) => actsOf(paper(overrides), today).likely
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

  it('offers the discharge of a lodged guarantee from the day after its last day of claims on', () => {
    const may = (overrides: Partial<Parameters<typeof actsOf>[0]>) => {
      const { likely, others } = actsOf(paper(overrides), today)
      return [...likely, ...others].includes('DISCHARGED')
    }
    expect(may({ expiresOn: today })).toBe(false)
    expect(may({ expiresOn: '2026-11-24' })).toBe(true)
    expect(may({ expiresOn: '2026-11-01', claimUntil: today })).toBe(false)
    expect(may({ state: 'RETURNED', expiresOn: '2027-03-31' })).toBe(true)
  })
})
