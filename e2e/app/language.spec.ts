import { readFile } from 'node:fs/promises'
import { createUser, getUser } from '@plinth/api/access/users'
import { createDeposit } from '@plinth/api/deposits/deposits'
import { createContract } from '@plinth/api/tenders/contracts'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { test } from '../src/desk.ts'
import {
  alert,
  answerDialog,
  button,
  choose,
  columnOf,
  eventually,
  faultAt,
  field,
  fill,
  showing,
  title,
} from '../src/screen.ts'

const list = '/contracts/list?contractName=Kaveri'

/** Sets the cookie that the choice of a language leaves in the browser. */
const setLanguageCookie = (page: Page, language: 'en' | 'hi') =>
  page.context().addCookies([{ name: 'language', value: language, url: inject('url') }])

test.beforeAll(async ({ owner }) => {
  const bridge = { contractName: 'Kaveri bridge', bidId: 'KVR-1', status: 'AWARDED' as const }
  const { id } = await owner.ok(createContract, {
    body: { ...bridge, tenderBidValue: 1_234_567.5, awardedDate: '2026-03-05' },
  })
  await owner.ok(createDeposit, {
    params: { contractId: id },
    body: { depositType: 'EMD', instrumentNo: 'KVR-DD', amount: 5000 },
  })
})

test('the screens are in Hindi once it is chosen, and in English again', async ({ page }) => {
  await setLanguageCookie(page, 'hi')
  await page.goto(list)
  await title(page, 'अनुबंध')
  await showing(page, 'पृष्ठ 1 / 1 — कुल 1 रिकॉर्ड')
  await eventually(() => page.locator('html').getAttribute('lang')).toBe('hi-IN')
  await eventually(() => columnOf(page, 'अनुबंध का नाम')).toEqual(['Kaveri bridge'])
  await eventually(() => columnOf(page, 'बोली मूल्य')).toEqual(['₹12,34,567.50'])
  await eventually(() => columnOf(page, 'स्थिति')).toEqual(['प्रदान'])
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Kaveri bridge देखें' }).click()
  await title(page, 'Kaveri bridge')
  await page.getByRole('definition').filter({ hasText: '05 मार्च 2026' }).waitFor()
  await expectAccessible(page)

  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)

  await setLanguageCookie(page, 'en')
  await page.goto(list)
  await title(page, 'Contracts')
  await eventually(() => page.locator('html').getAttribute('lang')).toBe('en-IN')
})

test('errors of a form and of the server are in Hindi, beside their field', async ({ page }) => {
  await setLanguageCookie(page, 'hi')
  await page.goto('/contracts/create')
  await title(page, 'नया अनुबंध')
  await button(page, 'सहेजें').click()
  await faultAt(page, 'अनुबंध का नाम', 'अनुबंध का नाम: आवश्यक है')

  await fill(page, { 'अनुबंध का नाम': 'Kaveri canal', 'बोली ID': 'KVR-1' })
  await fill(page, { 'खुलने की तारीख': '5 Mar 2026', 'बंद होने की तारीख': '01/03/2026' })
  await button(page, 'सहेजें').click()
  await faultAt(page, 'बंद होने की तारीख', 'बंद होने की तारीख: “खुलने की तारीख” से पहले की नहीं हो सकती')
  await eventually(() => field(page, 'खुलने की तारीख').inputValue()).toBe('05/03/2026')

  await fill(page, { 'बंद होने की तारीख': '09/03/2026' })
  await button(page, 'सहेजें').click()
  await alert(page, 'अनुबंध सहेजा नहीं जा सका। कृपया फिर से कोशिश करें।')
  await faultAt(page, 'बोली ID', 'बोली ID: किसी दूसरे अनुबंध में पहले से है')
})

test('a refusal of the server with a number in it is in Hindi', async ({ page }) => {
  await setLanguageCookie(page, 'hi')
  await page.goto(list)
  const question = await answerDialog(page, 'accept', () => button(page, 'Kaveri bridge हटाएँ').click())
  expect(question).toBe('क्या आप सचमुच यह अनुबंध हटाना चाहते हैं?')
  await alert(page, 'इसे हटाया नहीं जा सकता: इसकी 1 जमा राशि है')
})

test('exported sheets are in English, so that an upload can read them', async ({ page }) => {
  await setLanguageCookie(page, 'hi')
  await page.goto(list)
  await button(page, 'एक्सपोर्ट करें').click()
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'CSV').click()])
  const [headings = ''] = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(headings.replace('\uFEFF', '').split(',').slice(0, 3)).toEqual(['Bid ID', 'Contract name', 'Status'])
})

test('a value that is chosen by its Hindi name is stored as its code', async ({ page, owner }) => {
  const { id } = await owner.ok(createUser, {
    body: { username: 'Kaveri Iyer', email: 'kaveri.iyer@demo.example', password: 'a river in spate' },
  })
  await setLanguageCookie(page, 'hi')
  await page.goto(`/admin/users/${id}/edit`)
  await title(page, 'उपयोगकर्ता बदलें')
  await choose(page, 'स्थिति', 'निष्क्रिय')
  await button(page, 'सहेजें').click()
  await page.waitForURL((url) => url.pathname === '/admin/users')
  expect((await owner.ok(getUser, { params: { id } })).isActive).toBe(false)
})
