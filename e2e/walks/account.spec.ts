import { login } from '@plinth/api/access/auth'
import { codeOf } from '@plinth/server/access/account/account.factory'
import { jpegOf, plain } from '@plinth/server/access/users/images.factory'
import { client } from '@plinth/server/testing/test-server'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { signIn, tryToSignIn } from '../src/browser.ts'
import { newCompany } from '../src/company.ts'
import { testIn } from '../src/desk.ts'
import type { Credentials } from '../src/people.ts'
import {
  alert,
  answerDialog,
  button,
  eventually,
  field,
  fill,
  focusIsOn,
  pathname,
  title,
  valueOf,
} from '../src/screen.ts'

const test = testIn('Marble Arch')

const step = 30_000
const megabyte = 1024 * 1024
const banner = (page: Page) => page.getByRole('banner')
const ownPage = (page: Page) => banner(page).getByRole('link', { name: 'Your page' })

/** Expects the error in the description of the field, and the focus on the field. */
async function faultAt(page: Page, label: string, fault: string): Promise<void> {
  await page.getByRole('textbox', { name: label, exact: true, description: new RegExp(RegExp.escape(fault)) }).waitFor()
  expect(await field(page, label).getAttribute('aria-invalid')).toBe('true')
  await focusIsOn(page, field(page, label))
}

/** Expects that the next action leads to a page with the link to log in. */
async function expectSignedOut(page: Page): Promise<void> {
  await ownPage(page).click()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
  expect(await page.evaluate('localStorage.getItem("accessToken")')).toBeNull()
}

test('a name is changed, and the header shows it', async ({ enter, company }) => {
  const page = await enter(await company.join('Asha'))
  await page.goto('/account')
  await title(page, 'Your page')
  expect(await valueOf(page, 'Name')).toBe('Asha')
  await fill(page, { Name: '' })
  await button(page, 'Save name').click()
  await faultAt(page, 'Name', 'Name is required')
  await fill(page, { Name: 'Asha Rao Kulkarni' })
  await button(page, 'Save name').click()
  await alert(page, 'Your name has been changed.')
  await banner(page).getByText('Asha Rao Kulkarni', { exact: true }).waitFor()
  await page.reload()
  await banner(page).getByText('Asha Rao Kulkarni', { exact: true }).waitFor()
  expect(await valueOf(page, 'Name')).toBe('Asha Rao Kulkarni')
})

interface Picture {
  name: string
  mimeType: string
  buffer: Buffer
}

async function chooseImage(page: Page, act: 'Choose' | 'Replace', file: Picture): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, `${act} profile image`).click()])
  await chooser.setFiles(file)
}

const widthOf = (image: unknown) => (image as { naturalWidth: number }).naturalWidth
const headerImage = (page: Page) => ownPage(page).locator('img')

/** The address of the image in the header, once it has loaded. */
async function loadedImage(page: Page, other?: string | null): Promise<string | null> {
  await eventually(() => headerImage(page).count()).toBe(1)
  if (other) await eventually(() => headerImage(page).getAttribute('src')).not.toBe(other)
  await eventually(() => headerImage(page).evaluate(widthOf)).toBeGreaterThan(0)
  return headerImage(page).getAttribute('src')
}

test('a user chooses, replaces and removes a profile image, and the header shows it beside the e-mail [2.5 2.6 3.6 5.12 5.13 5.14]', async ({
  enter,
  company,
}) => {
  const someone = await company.join('Balu')
  const page = await enter(someone)
  await page.goto('/account')
  await button(page, 'Choose profile image').waitFor()
  expect(await headerImage(page).count()).toBe(0)
  const text = { name: 'letter.png', mimeType: 'image/png', buffer: Buffer.from('Dear Sir or Madam') }
  await chooseImage(page, 'Choose', text)
  await alert(page, 'Unsupported image format. Allowed: JPEG, PNG, WEBP, GIF.')
  const large = { name: 'large.jpg', mimeType: 'image/jpeg', buffer: await jpegOf(2 * megabyte + 1) }
  await chooseImage(page, 'Choose', large)
  await alert(page, 'Image size must be under 2MB.')
  expect(await headerImage(page).count()).toBe(0)

  const png = { name: 'me.png', mimeType: 'image/png', buffer: await plain().png().toBuffer() }
  await chooseImage(page, 'Choose', png)
  const first = await loadedImage(page)
  expect(await page.getByRole('alert').filter({ hasText: 'Image size' }).count()).toBe(0)
  await ownPage(page).hover()
  await page.getByRole('tooltip', { name: someone.email }).waitFor()
  const full = { name: 'exact.jpg', mimeType: 'image/jpeg', buffer: await jpegOf(2 * megabyte) }
  await chooseImage(page, 'Replace', full)
  const second = await loadedImage(page, first)
  await page.reload()
  expect(await loadedImage(page)).toBe(second)
  expect((await page.request.get(first ?? '')).status()).toBe(404)
  await button(page, 'Remove profile image').click()
  await button(page, 'Choose profile image').waitFor()
  await eventually(() => headerImage(page).count()).toBe(0)
})

const fresh = 'another quiet river'
const passwords = (currentPassword: string, newPassword: string, again: string) => ({
  'Current password': currentPassword,
  'New password': newPassword,
  'New password again': again,
})

test('a password is changed with the old one, and every other session ends', async ({ enter, company }) => {
  const someone = await company.join('Chandra')
  const [page, elsewhere] = [await enter(null), await enter(null)]
  for (const at of [page, elsewhere]) await signIn(at, someone)
  await ownPage(page).click()
  await page.getByText('Your password was set by an administrator. Choose your own.').waitFor()
  await fill(page, passwords('not my password', fresh, fresh))
  await button(page, 'Change password').click()
  await faultAt(page, 'Current password', 'Current password is not your present password')
  await fill(page, passwords(someone.password, fresh, `${fresh}s`))
  await button(page, 'Change password').click()
  await faultAt(page, 'New password again', 'This is not the same as the new password.')
  await fill(page, passwords(someone.password, 'password1', 'password1'))
  await button(page, 'Change password').click()
  await faultAt(page, 'New password', 'New password is one of the most used passwords: choose another')
  await fill(page, passwords(someone.password, fresh, fresh))
  await button(page, 'Change password').click()
  await alert(page, 'Your password has been changed. Your other sessions were signed out.')
  await page.getByText('Last changed').waitFor()
  expect(await valueOf(page, 'New password')).toBe('')
  await expectSignedOut(elsewhere)
  await page.reload()
  await title(page, 'Your page')
  await tryToSignIn(elsewhere, someone)
  await alert(elsewhere, 'Invalid credentials. Please try again.')
  await signIn(elsewhere, { ...someone, password: fresh })
})

test('e-mail and mobile number are changed with the password, and are used to sign in from then on', async ({
  enter,
  company,
}) => {
  const someone = await company.join('Indu')
  const page = await enter(someone)
  await page.goto('/account')
  await button(page, 'Change e-mail or mobile number').click()
  const names = { 'E-mail': 'indu@arch.example', 'Mobile number': '9812300045' }
  await fill(page, { ...names, 'E-mail': 'indu' })
  await button(page, 'Save').click()
  await faultAt(page, 'E-mail', 'E-mail must be an e-mail address')
  await fill(page, names)
  await button(page, 'Save').click()
  // Setting up the second factor asks for the password too.
  const part = page.getByRole('region', { name: 'What you sign in with' })
  const proof = part.getByRole('textbox', { name: 'Your password' })
  await part.getByText('Your password is required').waitFor()
  await focusIsOn(page, proof)
  await proof.fill('not my password')
  await button(page, 'Save').click()
  await part.getByText('Your password is not your present password').waitFor()
  await proof.fill(someone.password)
  await button(page, 'Save').click()
  await alert(page, 'You sign in with these from now on.')
  await page.getByText(names['E-mail'], { exact: true }).waitFor()
  const elsewhere = await enter(null)
  await tryToSignIn(elsewhere, someone)
  await alert(elsewhere, 'Invalid credentials. Please try again.')
  await signIn(elsewhere, { ...someone, email: names['Mobile number'] })
})

test('sessions are listed, signed out one by one, and all at once', async ({ enter, company }) => {
  const someone = await company.join('Devi')
  const pages = [await enter(null), await enter(null), await enter(null)] as const
  for (const at of pages) await signIn(at, someone)
  const [page, second, third] = pages
  await ownPage(page).click()
  const part = page.getByRole('region', { name: 'Where you are signed in' })
  await eventually(() => part.getByRole('listitem').count()).toBe(3)
  expect(await part.getByText('This one', { exact: true }).count()).toBe(1)
  const end = part.getByRole('button', { name: /^Sign out Chrome on .+, since / })
  expect(await end.count()).toBe(2)
  await end.first().click()
  await eventually(() => part.getByRole('listitem').count()).toBe(2)
  // The list shows the latest first, so the session of the third page was ended.
  await expectSignedOut(third)
  await second.reload()
  await ownPage(second).waitFor()

  const everywhere = () => button(page, 'Sign out everywhere').click()
  const question = 'Sign out everywhere? You will have to sign in again, here too.'
  expect(await answerDialog(page, 'dismiss', everywhere)).toBe(question)
  expect(await part.getByRole('listitem').count()).toBe(2)
  await answerDialog(page, 'accept', everywhere)
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
  expect(pathname(page)).toBe('/')
  await expectSignedOut(second)
})

/** Sets up a second factor on the user's own page; returns the recovery codes, an unused code and a used one. */
async function setUpFactor(page: Page, { password }: Credentials) {
  await fill(page, { 'Your password': password })
  await button(page, 'Set up a second factor').click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const uri = await page.getByRole('link', { name: 'open the app here' }).getAttribute('href')
  const secret = new URL(uri ?? '').searchParams.get('secret') ?? ''
  await page.getByText(secret.replaceAll(/(.{4})(?=.)/g, '$1 '), { exact: true }).waitFor()
  const now = Date.now()
  await fill(page, { 'Code from the app': codeOf(secret, now) })
  await button(page, 'Confirm').click()
  const codes = page.getByRole('group', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  const recoveryCodes = await codes.allTextContents()
  await button(page, 'I have kept them').click()
  await page.getByText(/^A second factor is set up\./).waitFor()
  // A code is valid once; the code of the next half minute is already accepted.
  return { recoveryCodes, nextCode: codeOf(secret, now + step), usedCode: codeOf(secret, now) }
}

const codeLabel = 'Code from your authenticator app'

async function enterCode(page: Page, code: string): Promise<void> {
  await fill(page, { [codeLabel]: code })
  await button(page, 'Login').click()
}

const badCode = 'This code is wrong or was used before. Enter the one your app shows now.'

test('a second factor asks for a code at sign-in, and a recovery code works once', async ({ enter, company }) => {
  const someone = await company.join('Eshan')
  const page = await enter(someone)
  await page.goto('/account')
  await fill(page, { 'Your password': 'not my password' })
  await button(page, 'Set up a second factor').click()
  await faultAt(page, 'Your password', 'Your password is not your present password')
  const { recoveryCodes, nextCode, usedCode } = await setUpFactor(page, someone)
  await page.getByText(`A second factor is set up. ${recoveryCodes.length} recovery codes are left.`).waitFor()
  expect(new Set(recoveryCodes).size).toBeGreaterThan(2)

  const phone = await enter(null)
  await tryToSignIn(phone, someone)
  await field(phone, codeLabel).waitFor()
  expect(pathname(phone)).toBe('/login')
  await enterCode(phone, usedCode)
  await alert(phone, badCode)
  await enterCode(phone, nextCode)
  await phone.waitForURL((url) => url.pathname === '/')

  const [once, twice] = [await enter(null), await enter(null)]
  await tryToSignIn(once, someone)
  await enterCode(once, recoveryCodes[0] ?? '')
  await once.waitForURL((url) => url.pathname === '/')
  await ownPage(once).click()
  await once.getByText(`A second factor is set up. ${recoveryCodes.length - 1} recovery codes are left.`).waitFor()
  await tryToSignIn(twice, someone)
  await enterCode(twice, recoveryCodes[0] ?? '')
  await alert(twice, badCode)

  await button(page, 'Remove').click()
  await fill(page, { 'Your password': someone.password })
  await button(page, 'Remove the second factor').click()
  // A change of the password asks for a code too.
  const code = page.getByRole('region', { name: 'Second factor' }).getByRole('textbox', { name: codeLabel })
  await page.getByText('Code from your authenticator app is required').waitFor()
  await focusIsOn(page, code)
  await code.fill(usedCode)
  await button(page, 'Remove the second factor').click()
  await page.getByText('is wrong or was used before: enter the one your app shows now').waitFor()
  await code.fill(recoveryCodes[1] ?? '')
  await button(page, 'Remove the second factor').click()
  await alert(page, 'You sign in without a second factor from now on.')
  await signIn(twice, someone)
})

const demand = 'Set it up below. Until then, nothing but this page is open to you.'

test('a company that requires a second factor shows only the user’s own page until it is set up', async ({ enter }) => {
  const company = await newCompany('Marble Vault')
  const [page, present, newcomer] = [await enter(company.administrator), await enter(null), await enter(null)]
  const [someone, another] = [
    await company.joinWith('Farah', { Contracts: ['canView'], GST: ['canView'] }),
    await company.joinWith('Girish', { Contracts: ['canView'] }),
  ]
  await signIn(present, someone)
  const rule = page.getByRole('switch', { name: 'Everybody must use a second factor' })
  const clerk = await enter(await company.joinWith('Harini', { User: ['canView', 'canEdit'] }))
  await clerk.goto('/admin/users')
  await clerk.getByRole('cell', { name: someone.email }).waitFor()
  expect(await clerk.getByRole('switch', { name: 'Everybody must use a second factor' }).count()).toBe(0)
  await page.goto('/admin/users')
  await rule.click({ force: true })
  await alert(page, 'Set up your own second factor first, on your own page: else you would be locked out.')
  expect(await rule.isChecked()).toBe(false)
  await button(page, 'Dismiss').click()
  await ownPage(page).click()
  await setUpFactor(page, company.administrator)
  await page.goto('/admin/users')
  await rule.click({ force: true })
  await alert(page, 'Everybody of Marble Vault must use a second factor from now on.')
  await eventually(() => rule.isChecked()).toBe(true)

  await present.goto('/contracts/list')
  await present.getByText(demand).waitFor()
  expect(pathname(present)).toBe('/account')
  await tryToSignIn(newcomer, another)
  await newcomer.getByText(demand).waitFor()
  expect(pathname(newcomer)).toBe('/account')
  await newcomer.goto('/contracts/list')
  await newcomer.getByText(demand).waitFor()
  expect(pathname(newcomer)).toBe('/account')
  await setUpFactor(newcomer, another)
  expect(await newcomer.getByText(demand).count()).toBe(0)
  expect(await button(newcomer, 'Remove').isDisabled()).toBe(true)
  await newcomer.goto('/contracts/list')
  await newcomer.getByText('There are no contracts yet.', { exact: false }).waitFor()
})

test('a user locked out by others’ tries signs in with the known browser, and needs a code elsewhere', async ({
  enter,
  company,
}) => {
  const meera = await company.join('Meera')
  const guess = { emailOrMobile: meera.email, password: 'a guess', tenantName: meera.tenantName }
  const page = await enter(null)
  await signIn(page, meera)
  await button(page, 'Logout').click()
  await banner(page).getByRole('link', { name: 'Login' }).waitFor()
  expect(await page.context().cookies()).toMatchObject([{ name: 'device', httpOnly: true, sameSite: 'Strict' }])
  const stranger = client(inject('url'))
  while ((await stranger.sendCall(login, { body: guess })).status !== 429);

  const elsewhere = await enter(null)
  await tryToSignIn(elsewhere, meera)
  await elsewhere.getByText('Too many failed tries. Please wait before trying again.').waitFor()
  const code = { name: 'Code from your authenticator app', description: /you need not wait/ }
  await elsewhere.getByRole('textbox', code).waitFor()

  await signIn(page, meera)
  await banner(page).getByText('Meera', { exact: true }).waitFor()
})
