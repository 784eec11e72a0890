import type { Browser } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { openBrowser, signIn, visit } from '../src/browser.ts'
import { eventually } from '../src/screen.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

const stored = 'Object.keys(localStorage).sort()'

test('signing in with a suggested tenant name greets the person by name [2.20 2.21 3.1 4.1]', async () => {
  const { page, faults } = await visit(browser)
  await page.goto('/')
  await page.getByRole('link', { name: 'Login' }).click()
  await page.getByLabel('Email or mobile number').fill('owner@demo.example')
  await page.getByLabel('Password', { exact: true }).fill(inject('password'))
  await page.getByRole('combobox', { name: 'Tenant name' }).pressSequentially('de')
  expect(await page.getByRole('option').count()).toBe(0)
  await page.getByRole('combobox', { name: 'Tenant name' }).pressSequentially('m')
  await page.getByRole('option', { name: 'Demo Infra' }).click()
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('banner').getByText('Asha Rao').waitFor()
  expect(await page.evaluate(stored)).toEqual(expect.arrayContaining(['accessToken', 'refreshToken', 'user']))
  expect(faults).toEqual([])
})

test('a wrong password shows the specified message and keeps the typed name', async () => {
  const { page } = await visit(browser)
  await page.goto('/login')
  await page.getByLabel('Email or mobile number').fill('accounts@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('combobox', { name: 'Tenant name' }).fill('Demo Infra')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByText('Invalid credentials. Please try again.').waitFor()
  await eventually(() => page.getByLabel('Email or mobile number').inputValue()).toBe('accounts@demo.example')
})

test('the sidebar shows each person only what their flags allow [2.2]', async () => {
  const sidebarOf = async (email: string) => {
    const { page } = await visit(browser)
    await signIn(page, email)
    const sidebar = page.getByRole('navigation', { name: 'Modules' })
    await sidebar.getByRole('link').first().waitFor()
    return sidebar.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  }
  const owner = await sidebarOf('owner@demo.example')
  expect(owner).toEqual(expect.arrayContaining(['/contracts', '/projects', '/project-tasks', '/admin/users']))
  expect(owner).not.toContain('/admin/tenants')
  const engineer = await sidebarOf('site@demo.example')
  expect(engineer).toEqual(expect.arrayContaining(['/projects', '/project-tasks']))
  expect(engineer).not.toContain('/contracts')
})

test('without a session every inner address redirects to the home page', async () => {
  const { page } = await visit(browser)
  for (const path of ['/contracts/list', '/projects', '/project-tasks', '/admin/users']) {
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === '/')
  }
})

test('logging out ends the session on the server and clears the browser storage', async () => {
  const { page } = await visit(browser)
  await signIn(page, 'owner@demo.example')
  const token = await page.evaluate<string>("localStorage.getItem('accessToken')")
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
  expect(await page.evaluate(stored)).toEqual([])
  const answer = await fetch(`${inject('url')}/auth/api/auth/session`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(401)
})

test('logging out clears the browser storage even when a second tab stores an answer meanwhile [4.2]', async () => {
  const { page } = await visit(browser)
  await signIn(page, 'owner@demo.example')
  const other = await page.context().newPage()
  // The second tab stores an answer before it notices the sign-out.
  await other.addInitScript(`addEventListener('storage', ({ key }) => {
    if (key === null && location.pathname !== '/') localStorage.setItem('user', '{}')
  })`)
  await other.goto('/contracts/list')
  await other.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  await other.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
  await other.getByRole('heading', { level: 1 }).waitFor()
  await eventually(() => page.evaluate(stored)).toEqual([])
  await eventually(() => other.evaluate('Object.keys(sessionStorage)')).toEqual([])
})

test('a session that ended elsewhere redirects to the home page at the next call', async () => {
  const { page } = await visit(browser)
  await signIn(page, 'tenders@demo.example')
  const token = await page.evaluate<string>("localStorage.getItem('accessToken')")
  // Left first, because the page itself could call the server and redirect before the test does.
  await page.goto('about:blank')
  await fetch(`${inject('url')}/auth/api/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  await page.goto('/contracts/list')
  await page.waitForURL((url) => url.pathname === '/')
  const keys = await page.evaluate<string[]>(stored)
  expect(keys.filter((key) => ['accessToken', 'refreshToken', 'user'].includes(key))).toEqual([])
})
