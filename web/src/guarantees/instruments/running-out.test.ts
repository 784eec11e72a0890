import { describe, expect, it } from 'vitest'
import { runningOut } from './running-out.ts'

describe('runningOut', () => {
  const runningOutAt = (endsOn: string | null, state = 'LODGED' as const) => runningOut({ state, endsOn }, '2026-03-31')

  it('says how many days are left, the last day included', () => {
    expect(runningOutAt('2026-04-01')).toEqual({ text: '1 day left', isLate: false })
    expect(runningOutAt('2026-03-31')).toEqual({ text: 'runs out today', isLate: false })
    expect(runningOutAt('2026-03-29')).toEqual({ text: 'ran out 2 days ago', isLate: true })
  })

  it('is undefined without a last day, and for instruments returned or never issued', () => {
    expect(runningOutAt(null)).toBeUndefined()
    for (const state of ['DRAFT', 'RETURNED', 'CLOSED', 'CANCELLED', 'PAID_OUT'] as const)
      expect(runningOut({ state, endsOn: '2026-01-01' }, '2026-03-31')).toBeUndefined()
  })
})
