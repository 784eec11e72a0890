import type { SessionUser } from '@plinth/api/kernel/permissions'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dayOf, today } from './days.ts'
import { momentDay } from './format.ts'
import { hourOf, momentAt } from './hours.ts'

const user: SessionUser = {
  id: '01970000-0000-7000-8000-000000000001',
  tenantId: '01970000-0000-7000-8000-000000000002',
  tenantName: 'Demo Infra',
  timeZone: 'Asia/Kolkata',
  username: 'Asha',
  email: null,
  profileImage: null,
  language: null,
  isOperator: false,
  isSample: false,
  mustSetUpSecondFactor: false,
  permissions: [],
}
function signInFrom(zone: string): void {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'user' ? JSON.stringify({ ...user, timeZone: zone }) : 'token'),
  })
}
beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const places = ['America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Kiritimati']

test.each(places)('a day is a day of the company’s time zone, for a reader in %s', (reader) => {
  vi.stubEnv('TZ', reader)
  for (const [zone, moment, day] of [
    ['Asia/Kolkata', '2025-12-31T18:29:59.999Z', '2025-12-31'],
    ['Asia/Kolkata', '2025-12-31T18:30:00.000Z', '2026-01-01'],
    ['America/Los_Angeles', '2026-01-01T07:59:59.999Z', '2025-12-31'],
    ['America/Los_Angeles', '2026-01-01T08:00:00.000Z', '2026-01-01'],
    ['Pacific/Kiritimati', '2025-12-31T09:59:59.999Z', '2025-12-31'],
    ['Pacific/Kiritimati', '2025-12-31T10:00:00.000Z', '2026-01-01'],
  ] as const) {
    signInFrom(zone)
    vi.setSystemTime(moment)
    expect([dayOf(moment), today()]).toEqual([day, day])
    expect(momentDay(moment)).toBe(day === '2026-01-01' ? '01 Jan 2026' : '31 Dec 2025')
  }
})

test.each(places)('an hour of a day is an hour of the company’s time zone, for a reader in %s', (reader) => {
  vi.stubEnv('TZ', reader)
  for (const [zone, day, hour, moment] of [
    ['Asia/Kolkata', '2026-01-01', 9, '2026-01-01T03:30:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01', 9, '2025-12-31T19:00:00.000Z'],
    ['America/Los_Angeles', '2026-07-01', 18, '2026-07-02T01:00:00.000Z'],
    // The days on which summer time begins and ends there.
    ['America/Los_Angeles', '2026-03-08', 9, '2026-03-08T16:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-01', 9, '2026-11-01T17:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-01', 0, '2026-11-01T07:00:00.000Z'],
  ] as const) {
    signInFrom(zone)
    expect(momentAt(day, hour)).toBe(moment)
    expect([dayOf(moment), hourOf(moment)]).toEqual([day, hour])
  }
})
