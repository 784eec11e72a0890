import { createInstrument } from '@plinth/api/guarantees/instruments'
import { updateCompanySettings } from '@plinth/api/platform/company-settings'
import { filterNotifications, type NotificationBox } from '@plinth/api/reminders/notifications'
import { createContract } from '@plinth/api/tenders/contracts'
import { createGeneralTask, deleteGeneralTask } from '@plinth/api/works/general-tasks'
import { dayFromToday as day } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectContrast, expectNoSidewaysScroll, spendContext } from '../src/browser.ts'
import { shownDay } from '../src/day-forms.ts'
import { testIn } from '../src/desk.ts'
import { openNotifications } from '../src/notifications.ts'
import { person } from '../src/people.ts'
import { alert, button, eventually, failing, focusIsOn, title, undo } from '../src/screen.ts'

const test = testIn('Inbox Works')
  .extend('notifications', { scope: 'file' }, async ({ company }, { onCleanup }) => {
    const notifications = await openNotifications(company.tenantId)
    onCleanup(() => notifications.close())
    // After this run the server plans no reminders for the company for an hour.
    await notifications.remind()
    return notifications
  })
  .extend('newcomer', ({ company, owner, notifications }) => {
    /** A user who may view general tasks, with a notification of an assigned task for each title; the last title is the newest. */
    return async (name: string, ...titles: string[]) => {
      const who = await company.joinWith(name, { 'General Tasks': ['canView'] })
      for (const taskTitle of titles) {
        const { id } = await owner.ok(createGeneralTask, { body: { title: taskTitle } })
        const record = { recordType: 'GENERAL_TASK', recordId: id } as const
        await notifications.send(who.id, { ...record, actorId: company.administrator.id })
      }
      return who
    }
  })

const main = (page: Page) => page.getByRole('main')
const row = (page: Page, text: string) => main(page).getByRole('listitem').filter({ hasText: text })
const group = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true })
const rows = (page: Page) => eventually(() => main(page).locator('[data-notification] a').allTextContents())
const bell = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true }).waitFor()
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Which' }).getByRole('button', { name, exact: true })
const selected = (page: Page) => page.getByRole('group', { name: 'Actions for the selected rows' })

/** Title and state of the notifications in a user's box. */
async function notificationsIn(who: Parameters<typeof person>[0], box: NotificationBox) {
  const { content } = await (await person(who)).ok(filterNotifications, { body: { box } })
  return content.map(({ title: name, state }) => [name, state])
}

test('the inbox groups notifications by day, each with its record and its reason', async ({
  enter,
  company,
  owner,
  notifications,
}) => {
  await owner.ok(updateCompanySettings, { body: { weeklyOff: [], saturdaysOff: [] } })
  const tender = (contractName: string, days: number) =>
    owner.ok(createContract, { body: { contractName, bidId: `B${days}`, closingDate: day(days) } })
  await tender('Late bridge', -7)
  await tender('Kaveri bridge', 0)
  await tender('Tunga bridge', 3)
  const guarantee = { kind: 'BG', number: '0034/26', amount: 5_00_000, issuer: 'Canara Bank', state: 'LODGED' } as const
  await owner.ok(createInstrument, {
    body: { ...guarantee, issuedOn: day(-100), happenedOn: day(-90), expiresOn: day(7), claimUntil: day(90) },
  })
  await notifications.remind()
  const { id } = company.administrator
  await notifications.send(id, { reason: 'REMINDER', kind: 'TASK_DUE', level: 'DUE', count: 27 })
  await notifications.send(id, { reason: 'SUMMARY', kind: 'DUTIES', count: 14 })
  const page = await enter(company.administrator)
  await page.goto('/')
  await bell(page, 'Notification 6 unread')
  await page.getByRole('link', { name: /^Notification \d/ }).click()
  await title(page, 'Notification')
  await eventually(() => main(page).getByRole('region').getByRole('heading').allInnerTexts()).toEqual([
    'Critical',
    'Overdue',
    'Today',
    'Later',
    'What happened',
  ])
  expect(await group(page, 'Critical').getByRole('listitem').innerText()).toMatch(
    new RegExp(
      `Guarantee expires[\\s\\S]*Critical[\\s\\S]*0034/26[\\s\\S]*Canara Bank[\\s\\S]*${shownDay(7)}[\\s\\S]*7 days left[\\s\\S]*₹5,00,000\\.00`,
    ),
  )
  expect(await group(page, 'Overdue').getByRole('listitem').innerText()).toMatch(/Late bridge[\s\S]*7 days late/)
  expect(await group(page, 'Today').getByRole('listitem').innerText()).toMatch(
    /Unread[\s\S]*Hand in the bid[\s\S]*Kaveri bridge[\s\S]*B0[\s\S]*today/,
  )
  await rows(page).toEqual([
    '0034/26',
    'Late bridge',
    'Kaveri bridge',
    'Tunga bridge',
    '14 of your duties are overdue or due within a week',
    '27 tasks are due',
  ])
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page)
  await main(page).getByRole('link', { name: '27 tasks are due' }).click()
  await page.waitForURL('**/reminders?kind=TASK_DUE')
  await bell(page, 'Notification 5 unread')
  await page.goBack()
  await main(page).getByRole('link', { name: '14 of your duties are overdue or due within a week' }).click()
  await page.waitForURL('**/reminders')
  await page.goBack()
  await button(page, 'Done: Hand in the bid, Kaveri bridge').click()
  await alert(page, 'Put away. You are told again at the next step.')
  await bell(page, 'Notification 3 unread')
})

test('every action of the inbox works by the keyboard alone [deposits 11.23]', async ({ enter, newcomer }) => {
  const who = await newcomer('Keys', 'Fence', 'Royalty', 'Diesel', 'Cement')
  const page = await enter(who)
  await page.goto('/notification')
  await rows(page).toEqual(['Cement', 'Diesel', 'Royalty', 'Fence'])
  const link = (name: string) => main(page).getByRole('link', { name, exact: true })
  await page.keyboard.press('j')
  await focusIsOn(page, link('Cement'))
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await focusIsOn(page, link('Cement'))
  await page.keyboard.press('e')
  await alert(page, 'Put away')
  await rows(page).toEqual(['Diesel', 'Royalty', 'Fence'])
  await bell(page, 'Notification 3 unread')
  await focusIsOn(page, link('Diesel'))
  await page.keyboard.press('Control+z')
  await alert(page, 'Undone: Put away')
  await rows(page).toEqual(['Cement', 'Diesel', 'Royalty', 'Fence'])
  await bell(page, 'Notification 4 unread')
  await focusIsOn(page, link('Diesel'))
  await page.keyboard.press('h')
  await page.getByRole('menuitem', { name: 'Tomorrow' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await focusIsOn(page, link('Diesel'))
  await page.keyboard.press('h')
  await page.getByRole('menuitem').and(page.locator(':focus')).waitFor()
  for (;;) {
    await page.keyboard.press('ArrowDown')
    if ((await page.locator(':focus').innerText()).startsWith('Tomorrow')) break
  }
  await page.keyboard.press('Enter')
  await alert(page, `Put off until ${shownDay(1)}, 09:00`)
  await rows(page).toEqual(['Cement', 'Royalty', 'Fence'])
  await focusIsOn(page, link('Royalty'))
  await page.keyboard.press('u')
  await bell(page, 'Notification 2 unread')
  await page.keyboard.press('u')
  await bell(page, 'Notification 3 unread')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await selected(page).getByText('2 selected').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await eventually(() => selected(page).count()).toBe(0)
  await page.keyboard.press('x')
  await page.keyboard.press('k')
  await page.keyboard.press('x')
  await page.keyboard.press('e')
  await alert(page, '2 put away')
  await rows(page).toEqual(['Cement'])
  await bell(page, 'Notification 1 unread')
  await page.keyboard.press('Control+z')
  await rows(page).toEqual(['Cement', 'Royalty', 'Fence'])
  await focusIsOn(page, link('Cement'))
  await page.keyboard.press('Enter')
  await title(page, 'Cement')
  await bell(page, 'Notification 2 unread')
  expect(await notificationsIn(who, 'INBOX')).toEqual([
    ['Cement', 'READ'],
    ['Royalty', 'UNREAD'],
    ['Fence', 'UNREAD'],
  ])
  expect(await notificationsIn(who, 'SNOOZED')).toEqual([['Diesel', 'SNOOZED']])
})

test('single-letter shortcuts do nothing while the user types, with a modifier key, or if they are switched off', async ({
  enter,
  newcomer,
}) => {
  const page = await enter(await newcomer('Quiet', 'Fence'))
  await page.goto('/notification')
  await rows(page).toEqual(['Fence'])
  await page.keyboard.press('j')
  await page.keyboard.press('Control+e')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search screens, records and actions' }).pressSequentially('eux')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Unread or read').waitFor()
  await page.getByRole('switch', { name: /^Shortcuts of a single key/ }).click()
  await page.keyboard.press('Escape')
  await main(page).getByRole('link', { name: 'Fence' }).focus()
  await page.keyboard.press('e')
  await page.keyboard.press('u')
  await bell(page, 'Notification 1 unread')
  await rows(page).toEqual(['Fence'])
  await page.reload()
  await rows(page).toEqual(['Fence'])
  expect(await main(page).locator('kbd').count()).toBe(0)
})

test('on a phone every action has a button of at least 36 pixels [deposits 11.23]', async ({ enter, newcomer }) => {
  const who = await newcomer('Thumb', 'Fence', 'Royalty', 'Diesel')
  const page = await enter(who, 'phone')
  await page.goto('/notification')
  await rows(page).toEqual(['Diesel', 'Royalty', 'Fence'])
  await expectNoSidewaysScroll(page)
  const pressed = main(page).locator('button, a, label')
  for (const one of await pressed.all()) {
    const box = await one.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), await one.innerText()).toBeGreaterThanOrEqual(36)
  }
  await row(page, 'Diesel').getByRole('button', { name: 'Done' }).click()
  await alert(page, 'Put away')
  await rows(page).toEqual(['Royalty', 'Fence'])
  await row(page, 'Royalty').getByRole('button', { name: 'Put off' }).click()
  await expectNoSidewaysScroll(page)
  await page.getByRole('menuitem', { name: 'In a week' }).click()
  await alert(page, `Put off until ${shownDay(7)}, 09:00`)
  await row(page, 'Fence').getByRole('button', { name: 'Read' }).click()
  await bell(page, 'Notification')
  await tab(page, 'Put off').click()
  await page.waitForURL('**/notification?box=SNOOZED')
  await row(page, 'Royalty')
    .getByText(`until ${shownDay(7)}, 09:00`)
    .waitFor()
  await expectAccessible(page)
  await row(page, 'Royalty').getByRole('button', { name: 'Back to the inbox' }).click()
  await alert(page, 'Back in the inbox')
  await page.getByText(/^Nothing is put off/).waitFor()
  await tab(page, 'Done').click()
  await row(page, 'Diesel').getByRole('button', { name: 'Back to the inbox' }).click()
  await page.getByText(/^Nothing is done yet/).waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page)
  await tab(page, 'Inbox').click()
  await rows(page).toEqual(['Diesel', 'Royalty', 'Fence'])
  await main(page).getByRole('checkbox', { name: 'Select A general task was given to you, Fence' }).check()
  await selected(page).getByRole('button', { name: 'Select all shown' }).click()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await selected(page).getByRole('button', { name: 'Done' }).click()
  await alert(page, '3 put away')
  await page.getByText('Nothing is waiting for you.').waitFor()
})

test('a notification of a deleted record has no title, and one that ended by itself states the reason', async ({
  enter,
  newcomer,
  owner,
  notifications,
}) => {
  const who = await newcomer('Reader', 'Fence')
  const { id } = await owner.ok(createGeneralTask, { body: { title: 'Secret pump' } })
  const record = { recordType: 'GENERAL_TASK', recordId: id } as const
  await notifications.send(who.id, record)
  const { id: done } = await owner.ok(createGeneralTask, { body: { title: 'Diesel' } })
  const about = { recordType: 'GENERAL_TASK', recordId: done, kind: 'GENERAL_TASK_DUE', reason: 'REMINDER' } as const
  await notifications.send(
    who.id,
    { ...about, state: 'DONE', doneBecause: 'RESOLVED', dueOn: day(-1) },
    { ...about, state: 'DONE', doneBecause: 'MOVED', dueOn: day(-2) },
  )
  const page = await enter(who)
  await page.goto('/notification')
  await row(page, 'Secret pump').waitFor()
  await owner.ok(deleteGeneralTask, { params: { id } })
  await page.reload()
  await row(page, 'No longer there').waitFor()
  expect(await page.getByText('Secret pump').count()).toBe(0)
  await page.keyboard.press('j')
  await focusIsOn(page, row(page, 'No longer there'))
  await page.keyboard.press('e')
  await alert(page, 'Put away')
  await rows(page).toEqual(['Fence'])
  await page.goto('/notification?box=DONE')
  await row(page, 'Done meanwhile').waitFor()
  await row(page, 'The day moved').waitFor()
  // Notifications that ended by themselves cannot be restored, because they would end again.
  expect(await button(page, /^Back to the inbox: /).allInnerTexts()).toHaveLength(1)
  await page.goto('/notification?box=ELSEWHERE')
  await page.getByText('The address says what this list does not know.').waitFor()
  await rows(page).toEqual(['Fence'])
})

test('many notifications are loaded by a button, and read or set to done together, with an undo', async ({
  enter,
  company,
  notifications,
}) => {
  const who = await company.joinWith('Busy', { Home: ['canView'] })
  await notifications.send(who.id, ...Array.from({ length: 120 }, () => ({ kind: 'TASK_GIVEN', count: 2 })))
  const page = await enter(who)
  const shown = () => main(page).locator('[data-notification]').count()
  await failing(page, '**/common/api/notifications/filter', async () => {
    await page.goto('/notification')
    await page.getByText('Failed to fetch your notifications').waitFor()
  })
  await button(page, 'Retry').click()
  await bell(page, 'Notification more than 99 unread')
  await eventually(shown).toBe(50)
  await button(page, 'Show 50 more').click()
  await eventually(shown).toBe(100)
  await button(page, 'Show 20 more').click()
  await eventually(shown).toBe(120)
  await main(page).getByRole('checkbox').first().check()
  await selected(page).getByRole('button', { name: 'Select all shown' }).click()
  await selected(page).getByRole('button', { name: 'Done' }).click()
  await alert(page, '120 put away')
  await bell(page, 'Notification')
  await undo(page, '120 put away')
  await eventually(shown).toBe(50)
  await bell(page, 'Notification more than 99 unread')
  await button(page, 'All read').click()
  await bell(page, 'Notification')
  // There is no undo, because the former states of notifications that are not loaded are unknown.
  await alert(page, 'All read')
  expect(await button(page, 'Undo').count()).toBe(0)
})

test('a change that was not stored is reverted, and marking all as read has an undo', async ({ enter, newcomer }) => {
  const page = await enter(await newcomer('Unlucky', 'Fence'))
  await page.goto('/notification')
  await rows(page).toEqual(['Fence'])
  await bell(page, 'Notification 1 unread')
  await failing(page, '**/common/api/notifications', async () => {
    await button(page, /^Done: /).click()
    await alert(page, 'Your notifications were not changed.')
  })
  await rows(page).toEqual(['Fence'])
  await bell(page, 'Notification 1 unread')
  await button(page, 'All read').click()
  await bell(page, 'Notification')
  await undo(page, 'All read')
  await bell(page, 'Notification 1 unread')
})

const turn = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate(`Object.defineProperty(document, 'visibilityState', { get: () => '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange')); ${state === 'visible'} && window.dispatchEvent(new Event('focus'))`)

/** Counts the requests for the unread count that these pages send, and the responses that they get. */
function countPolls(...pages: Page[]) {
  const polls = { sent: 0, answered: 0 }
  const isPoll = (url: string) => url.endsWith('/notifications/count')
  for (const page of pages) {
    page.on('request', (request) => void (isPoll(request.url()) && (polls.sent += 1)))
    page.on('response', (response) => void (isPoll(response.url()) && (polls.answered += 1)))
  }
  return polls
}

/** Stops the clock of all pages of the context: from here on time passes only by `runFor`. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000)
}

/** How many tabs hold the lock of the poller, and how many wait for it. */
const locks = (page: Page) =>
  page.evaluate<number[]>(`navigator.locks.query().then((all) => [all.held, all.pending].map((some) =>
    some.filter(({ name }) => name === 'notification-count').length))`)

test('the badge follows the focus at once, and a hidden page sends no request [deposits 11.23]', async ({
  enter,
  newcomer,
  notifications,
}) => {
  const who = await newcomer('Watcher', 'Fence')
  const page = await enter(who)
  spendContext(page)
  await page.clock.install()
  const polls = countPolls(page)
  await page.goto('/')
  await bell(page, 'Notification 1 unread')
  await stopClock(page)
  await eventually(() => locks(page)).toEqual([1, 0])
  /** Advances the clock and expects so many more requests, all of them answered. */
  const pass = async (ms: number, more: number) => {
    const { sent } = polls
    await page.clock.runFor(ms)
    await eventually(() => ({ ...polls })).toEqual({ sent: sent + more, answered: sent + more })
  }
  await eventually(() => polls.sent - polls.answered).toBe(0)
  await notifications.send(who.id, { count: 2 })
  await pass(31_000, 1)
  await bell(page, 'Notification 2 unread')
  await turn(page, 'hidden')
  await pass(600_000, 0)
  await notifications.send(who.id, { count: 3 })
  // The clock is stopped, so only the focus sends this request.
  const before = polls.sent
  await turn(page, 'visible')
  await bell(page, 'Notification 3 unread')
  await eventually(() => ({ ...polls })).toEqual({ sent: before + 1, answered: before + 1 })
  // After five minutes without use the pauses grow from half a minute to five.
  for (let round = 0; round < 10; round += 1) await pass(30_000, 1)
  await pass(60_000, 0)
  await page.mouse.move(20, 20)
  await pass(1, 1)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('link', { name: 'Login' }).first().waitFor()
  await pass(600_000, 0)
})

test('one tab polls and shares the count with the others', async ({ enter, newcomer, notifications }) => {
  const who = await newcomer('Tabs', 'Fence')
  const page = await enter(who)
  spendContext(page)
  await page.clock.install()
  const first = countPolls(page)
  await page.goto('/')
  await bell(page, 'Notification 1 unread')
  await eventually(() => locks(page)).toEqual([1, 0])
  const other = await page.context().newPage()
  const second = countPolls(other)
  await other.goto('/')
  await bell(other, 'Notification 1 unread')
  await eventually(() => locks(page)).toEqual([1, 1])
  await stopClock(page)
  await eventually(() => [first.sent - first.answered, second.sent - second.answered]).toEqual([0, 0])
  const [firstBefore, secondBefore] = [first.sent, second.sent]
  await notifications.send(who.id, { count: 3 })
  await page.clock.runFor(31_000)
  await bell(page, 'Notification 2 unread')
  await bell(other, 'Notification 2 unread')
  expect([first.sent - firstBefore, second.sent - secondBefore]).toEqual([1, 0])
  await turn(page, 'hidden')
  await eventually(() => locks(other)).toEqual([1, 0])
  await notifications.send(who.id, { count: 4 })
  await page.clock.runFor(31_000)
  await bell(other, 'Notification 3 unread')
  expect([first.sent - firstBefore, second.sent - secondBefore]).toEqual([1, 1])
})

test('a user without any module has the bell and the inbox, and a guest does not', async ({ enter, company }) => {
  const page = await enter(await company.join('Nobody'))
  await page.goto('/')
  await bell(page, 'Notification')
  await page.getByRole('link', { name: 'Notification' }).click()
  await page.getByText('Nothing is waiting for you.').waitFor()
  await page.keyboard.press('j')
  await main(page).getByRole('link', { name: 'Look at your agenda' }).click()
  await title(page, 'Agenda')
  const guest = await enter(null)
  await guest.goto('/')
  await guest.getByRole('link', { name: 'Login' }).first().waitFor()
  expect(await guest.getByRole('link', { name: /^Notification/ }).count()).toBe(0)
})
