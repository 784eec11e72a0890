import { describe, expect, it } from 'vitest'
import { runningOut } from './running-out.ts'

describe('what is left of its time', () => {
  const told = (endsOn: string | null, state = 'LODGED' as const) => runningOut({ state, endsOn }, '2026-03-31')

  it('is told in days, its last day included', () => {
    expect(told('2026-04-01')).toEqual({ text: '1 day left', isLate: false })
    expect(told('2026-03-31')).toEqual({ text: 'runs out today', isLate: false })
    expect(told('2026-03-29')).toEqual({ text: 'ran out 2 days ago', isLate: true })
  })

  it('is of no concern of what has no end, and of what is back or was never issued', () => {
    expect(told(null)).toBeUndefined()
    for (const state of ['DRAFT', 'RETURNED', 'CLOSED', 'CANCELLED', 'PAID_OUT'] as const)
      expect(runningOut({ state, endsOn: '2026-01-01' }, '2026-03-31')).toBeUndefined()
  })
})
