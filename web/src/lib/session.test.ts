import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as Session from './session.ts'

/** A browser's storage. Another tab writes to it without an event here, as when this tab sleeps. */
function storage(values = new Map<string, string>()) {
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    clear: () => values.clear(),
  }
}

const left: string[] = []
let session: typeof Session

beforeEach(async () => {
  left.length = 0
  const location = { assign: (to: string) => void left.push(to) }
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location }))
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  // Loaded afresh for each test: a new page has no user.
  vi.resetModules()
  session = await import('./session.ts')
  session.followOtherTabs()
})
afterEach(() => vi.unstubAllGlobals())

const id = (last: number) => `01970000-0000-7000-8000-00000000000${last}`
function signIn(last: number): void {
  const names = {
    tenantId: id(9),
    tenantName: 'Demo',
    username: 'Asha',
    email: null,
    profileImage: null,
    language: null,
  }
  const flags = { isOperator: false, isSample: false, mustSetUpSecondFactor: false, permissions: [] }
  localStorage.setItem('accessToken', `token ${last}`)
  localStorage.setItem('user', JSON.stringify({ id: id(last), timeZone: 'Asia/Kolkata', ...names, ...flags }))
}
const storageEvent = () => Object.assign(new Event('storage'), { key: 'user' })
const pageShow = (persisted: boolean) => Object.assign(new Event('pageshow'), { persisted })

test.each([
  ['an event of another tab', () => window.dispatchEvent(storageEvent())],
  ['the tab is shown again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['the page is taken back as it was', () => window.dispatchEvent(pageShow(true))],
])('a tab with another user’s data is reloaded as soon as %s', (_, wake) => {
  signIn(1)
  expect(session.currentUser()?.id).toBe(id(1))
  sessionStorage.setItem('drafts', 'typed')
  wake()
  expect(left).toEqual([])
  signIn(2)
  wake()
  expect(left).toEqual(['/'])
  expect(sessionStorage.getItem('drafts')).toBeNull()
  expect(localStorage.getItem('accessToken')).toBe('token 2')
})

test('a page restored from the back-forward cache shows nothing of a user who has signed out', () => {
  signIn(1)
  session.currentUser()
  localStorage.clear()
  window.dispatchEvent(pageShow(true))
  expect(left).toEqual(['/'])
})

test('a page without a user stays open when somebody signs in', () => {
  signIn(2)
  window.dispatchEvent(storageEvent())
  document.dispatchEvent(new Event('visibilitychange'))
  expect(left).toEqual([])
})
