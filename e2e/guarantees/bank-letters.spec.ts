import { createLetterTemplate } from '@plinth/api/documents/letter-templates'
import { addInstrumentEvent } from '@plinth/api/guarantees/instrument-events'
import { createInstrument, getInstrument, type Instrument } from '@plinth/api/guarantees/instruments'
import { dayFromToday as day } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { dayTyped } from '../src/day-forms.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { button, dialog, eventually, field, focusIsOn, title } from '../src/screen.ts'

/** Letters to the bank that ask to extend or to discharge a guarantee. */

const test = testIn('Saryu Guarantees')
  .extend('calls', { scope: 'file' }, ({ company }) => person(company.administrator))
  .extend('lodged', async ({ calls }) => {
    /** Creates a lodged guarantee of ₹5,00,000. */
    return (number: string, overrides: Partial<Instrument> = {}) =>
      calls.ok(createInstrument, { body: { ...guarantee, number, ...overrides, state: 'LODGED' } })
  })

const guarantee = {
  kind: 'BG',
  amount: 5_00_000,
  issuer: 'State Bank of India',
  branch: 'Tumakuru',
  favouring: 'Executive Engineer, PWD',
  issuedOn: day(-100),
  expiresOn: day(20),
  claimUntil: day(60),
  happenedOn: day(-90),
} as const

const letter = (page: Page) => page.getByRole('article', { name: 'The letter' })

/** Chooses an option without pressing Escape, which would close the letter. */
async function pick(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function open(page: Page, { id, number }: Instrument, kind = 'Bank guarantee') {
  await page.goto(`/contracts/instruments/${id}`)
  await title(page, `${kind} ${number}`)
}

async function download(page: Page, name: 'PDF' | 'Word'): Promise<string> {
  const pending = page.waitForEvent('download')
  await button(page, name).click()
  return (await pending).suggestedFilename()
}

test('a user on a phone types the day of an extension, reads the letter, and downloads it as PDF and Word', async ({
  enter,
  company,
  lodged,
}) => {
  const instrument = await lodged('BG/E/1')
  const page = await enter(company.administrator, 'phone')
  await open(page, instrument)
  await button(page, 'Letter to the bank').click()
  await letter(page).getByText('Extension of Bank Guarantee No. BG/E/1').waitFor()
  await page.getByText('The day until which it is to be extended is empty.').waitFor()
  const until = field(page, 'Extend until')
  await until.fill(dayTyped(day(20)))
  await until.blur()
  await dialog(page).getByText('must be after the day on which it expires').waitFor()
  await eventually(() => button(page, 'PDF').isDisabled()).toBe(true)
  await until.fill(dayTyped(day(200)))
  await until.blur()
  await field(page, 'Our number').fill('SG/17')
  await letter(page).getByText('SG/17').waitFor()
  await page.getByText('The day until which it is to be extended is empty.').waitFor({ state: 'detached' })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  expect(await download(page, 'PDF')).toBe('Extension-BG-E-1.pdf')
  expect(await download(page, 'Word')).toBe('Extension-BG-E-1.docx')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await focusIsOn(page, button(page, 'Letter to the bank'))
})

test('a returned guarantee gets a discharge letter, also in Hindi, and its template can be chosen if there are several', async ({
  enter,
  company,
  lodged,
  calls,
}) => {
  const instrument = await lodged('BG/D/1', { kind: 'SURETY_BOND', issuer: 'Tata AIG', branch: null })
  await calls.ok(addInstrumentEvent, { params: { id: instrument.id }, body: { kind: 'RETURNED', happenedOn: day(0) } })
  const page = await enter(company.administrator)
  await open(page, instrument, 'Surety bond')
  await button(page, 'Letter to the insurer').click()
  await letter(page).getByText('It has been returned to us by the beneficiary').waitFor()
  expect(await field(page, 'Extend until').count()).toBe(0)
  await pick(page, 'Language', 'हिन्दी')
  await letter(page).getByText('लाभार्थी ने इसे हमें लौटा दिया है').waitFor()
  expect(await field(page, 'Template').count()).toBe(0)
  const template = { name: 'Short', subject: 'Discharge of {instrumentNo}', body: 'Kindly let it go.' }
  await calls.ok(createLetterTemplate, { body: { ...template, kind: 'DISCHARGE_TO_BANK', language: 'en' } })
  await pick(page, 'Language', 'English')
  await page.reload()
  await button(page, 'Letter to the insurer').click()
  await pick(page, 'Template', 'Short')
  await letter(page).getByText('Kindly let it go.').waitFor()
  expect(await download(page, 'Word')).toBe('Discharge-BG-D-1.docx')
  expect((await calls.ok(getInstrument, { params: { id: instrument.id } })).state).toBe('RETURNED')
})

test('a user who may only read can write the letter, and a closed guarantee has none', async ({
  enter,
  company,
  lodged,
  calls,
}) => {
  const instrument = await lodged('BG/R/1', { expiresOn: day(-30), claimUntil: day(-3) })
  const reader = await company.joinWith('Reader of guarantees', { Contracts: ['canView'] })
  const page = await enter(reader)
  await open(page, instrument)
  await button(page, 'Letter to the bank').click()
  await letter(page).getByText('to our knowledge no claim was lodged').waitFor()
  await page.keyboard.press('Escape')
  await calls.ok(addInstrumentEvent, {
    params: { id: instrument.id },
    body: { kind: 'DISCHARGED', happenedOn: day(0) },
  })
  await page.reload()
  await title(page, 'Bank guarantee BG/R/1')
  await page.getByText('Closed').first().waitFor()
  expect(await button(page, 'Letter to the bank').count()).toBe(0)
})
