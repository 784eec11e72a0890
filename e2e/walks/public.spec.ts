import { gzipSync } from 'node:zlib'
import { sendEmail } from '@plinth/api/platform/contact'
import { client } from '@plinth/server/testing/test-server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  expectAccessible,
  expectContrast,
  expectNoSidewaysScroll,
  openBrowser,
  type Size,
  signedIn,
  sizes,
  visit,
} from '../src/browser.ts'
import { scriptOf } from '../src/built.ts'
import { operator } from '../src/people.ts'
import { type Product, startProduct } from '../src/product.ts'
import {
  button,
  eventually,
  field,
  fill,
  focusIsOn,
  heldBack,
  offline,
  showing,
  title,
  typed,
  valueOf,
} from '../src/screen.ts'
import { goAndSettle } from '../src/settled.ts'

let browser: Browser
/** A separate installation whose mail server is down. */
let separate: Product
beforeAll(async () => {
  browser = await openBrowser()
  separate = await startProduct({
    SAMPLE_DATA: 'off',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'plinth@plinth.example',
    CONTACT_TO: 'desk@plinth.example',
    CONTACT_EMAIL: 'office@plinth.example',
    CONTACT_PHONE: '+91 20 1234 5678',
    CONTACT_ADDRESS: '12 Station Road, Pune 411001',
  })
})
afterAll(() => separate.stop())

const open = ['/', '/about', '/contact', '/login'] as const
const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
const at = (page: Page, pathname: string) => page.waitForURL((url) => url.pathname === pathname)

async function expectWellMade(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  await expectContrast(page)
  await page.emulateMedia({ colorScheme: 'light' })
}

describe('the public pages', () => {
  test('the home page shows six features, and links to About and Contact [2.10 2.11 2.12]', async () => {
    const { page, faults } = await visit(browser)
    await page.goto('/')
    const features = page.getByRole('region', { name: 'Features' }).getByRole('listitem')
    await features.first().waitFor()
    const names = features.getByRole('heading', { level: 3 })
    expect((await names.allTextContents()).map((name) => name.replace('In preparation', ''))).toEqual([
      'Contract management',
      'Vehicle tracking',
      'Payroll and attendance',
      'Tender and bidding',
      'Payments and estimations',
      'Dashboards',
    ])
    expect(new Set((await features.locator('p').allTextContents()).filter((text) => text.length > 30)).size).toBe(6)
    const places = await Promise.all((await features.all()).map((feature) => feature.boundingBox()))
    // Two rows of three.
    expect([new Set(places.map((place) => place?.x)).size, new Set(places.map((place) => place?.y)).size]).toEqual([
      3, 2,
    ])
    await link(page, 'Learn More').click()
    await at(page, '/about')
    await page.goBack()
    await link(page, 'Get in Touch').click()
    await at(page, '/contact')
    expect(faults).toEqual([])
  })

  test('the About page says what the product is and for whom [2.13]', async () => {
    const { page } = await visit(browser)
    await page.goto('/about')
    const kinds = 'a cloud product for construction companies, real estate firms and government contractors'
    await page.getByText(kinds).waitFor()
    const itemsOf = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('listitem')
    expect(await itemsOf('Who it is for').allTextContents()).toEqual([
      expect.stringMatching(/^Construction companies .{30}/),
      expect.stringMatching(/^Real estate firms .{30}/),
      expect.stringMatching(/^Government contractors .{30}/),
    ])
    for (const chapter of ['What it is', 'How companies are kept apart', 'How people sign in', 'What it runs on'])
      expect(await itemsOf(chapter).count(), chapter).toBeGreaterThan(2)
    await link(page, 'Get in Touch').click()
    await at(page, '/contact')
  })

  test('Unauthorized gives the reason, and leads back, or home without a previous page [2.18 2.19]', async () => {
    const { page } = await visit(browser)
    await page.goto('/unauthorized')
    await title(page, 'Unauthorized Access')
    const text =
      'You do not have the necessary permissions to access this page. Please contact your administrator if you believe this is a mistake.'
    await page.getByText(text, { exact: true }).waitFor()
    const opened = page.waitForEvent('popup')
    await page.evaluate("open('/unauthorized')")
    const tab = await opened
    await button(tab, 'Go Back').click()
    await at(tab, '/')
    await page.goto('/')
    await link(page, 'Learn More').click()
    await at(page, '/about')
    await page.evaluate("history.pushState({}, '', '/unauthorized'); dispatchEvent(new PopStateEvent('popstate'))")
    await title(page, 'Unauthorized Access')
    await button(page, 'Go Back').click()
    await at(page, '/about')
  })

  test('a screen that is not built yet says so, with Back and Home [2.56 2.57 2.58]', async () => {
    const { page } = await signedIn(browser, 'owner@demo.example')
    const pages = {
      '/payroll': 'Payroll',
      '/attendance': 'Attendance',
      '/attendane': 'Attendance',
      '/tasks': 'Tasks',
      '/estimations': 'Estimations',
      '/reports': 'Reports',
      '/gst': 'GST',
    }
    await page.goto('/about')
    for (const [path, name] of Object.entries(pages)) {
      await page.goto(path)
      await title(page, name)
      await page.getByText('This page is under construction.', { exact: true }).waitFor()
    }
    await button(page, 'Back').click()
    await title(page, 'Reports')
    await link(page, 'Home').click()
    await at(page, '/')
    await page.goto('/general-tasks')
    await title(page, 'My day')
  })

  test.each(Object.keys(sizes) as Size[])('nothing on a %s moves while a page is loading', async (size) => {
    const { page } = await visit(browser, size)
    await page.addInitScript(`window.shifted = 0; new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifted += entry.value
    }).observe({ type: 'layout-shift', buffered: true })`)
    const nothingMoves = async (path: string, go = () => goAndSettle(page, () => page.goto(path))) => {
      await go()
      expect(await page.evaluate('window.shifted'), path).toBeLessThan(0.02)
    }
    for (const path of open) await nothingMoves(path)
    await page.evaluate('sessionStorage.setItem("sessionEnded", "1")')
    const notice = scriptOf('app/SessionEnd.tsx')
    const withLateNotice = () =>
      heldBack(page, notice, async () => {
        const requested = page.waitForRequest(notice)
        await page.goto('/login')
        await requested
      })
    await nothingMoves('/login', () => goAndSettle(page, withLateNotice))
    await page.getByText('Your session has ended. Please sign in again.').waitFor()
  })

  test('each page is complete at 200 % zoom, and on a phone in Hindi', async () => {
    const context = await browser.newContext({
      viewport: { width: 720, height: 450 },
      deviceScaleFactor: 2,
      baseURL: inject('url'),
    })
    const zoomed = await context.newPage()
    const { page: phone } = await visit(browser, 'phone')
    await phone.context().addCookies([{ name: 'language', value: 'hi', url: inject('url') }])
    for (const page of [zoomed, phone])
      for (const path of [...open, '/unauthorized']) {
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await expectNoSidewaysScroll(page)
      }
    await context.close()
  })
})

describe('the HTML document of a page', () => {
  const rawOf = async (path: string, cookie = '') =>
    (await fetch(inject('url') + path, { headers: { accept: 'text/html', cookie } })).text()
  const titleIn = (text: string) => /<title>(.*?)<\/title>/.exec(text)?.[1]

  test.each(['en', 'hi'])('has the title of its screen, in %s', async (language) => {
    const { page } = await visit(browser)
    await page.context().addCookies([{ name: 'language', value: language, url: inject('url') }])
    for (const path of open) {
      const text = await rawOf(path, `language=${language}`)
      expect(text).toContain(`<html lang="${language}-IN">`)
      expect(text).toMatch(/<meta name="description" content=".{50,}" \/>/)
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await eventually(() => page.title()).toBe(titleIn(text))
    }
  })

  test('loads nothing that its screen does not need', async () => {
    const { page } = await visit(browser)
    const asked: string[] = []
    page.on('response', (response) => {
      expect(response.status(), response.url()).toBeLessThan(400)
      asked.push(new URL(response.url()).pathname)
    })
    const text = await rawOf('/about')
    const own = [...text.matchAll(/(?:href|src)="(\/static\/.*?)"/g)].map(([, path]) => path)
    await goAndSettle(page, () => page.goto('/about'))
    expect(asked.filter((path) => /\.(?:js|css|woff2)$/.test(path)).toSorted()).toEqual([...new Set(own)].toSorted())
  })

  test('has icons, a preview, and what search engines read', async () => {
    const text = await rawOf('/')
    const pictures = [...text.matchAll(/(?:href|content)="([^"]*\/(?:favicon|apple|preview|manifest)[^"]*)"/g)]
    expect(pictures).toHaveLength(5)
    for (const [, address = ''] of pictures) {
      const reply = await fetch(new URL(address, inject('url')))
      expect(reply.status, address).toBe(200)
      expect(reply.headers.get('content-type')).toMatch(/^image\/|manifest\+json/)
      expect((await reply.arrayBuffer()).byteLength).toBeLessThan(100_000)
    }
    const robots = await (await fetch(`${inject('url')}/robots.txt`)).text()
    expect(robots).toContain(`Sitemap: ${inject('url')}/sitemap.xml`)
    const map = await (await fetch(`${inject('url')}/sitemap.xml`)).text()
    expect(map).toContain(`<loc>${inject('url')}/contact</loc>`)
    expect(gzipSync(text).length).toBeLessThan(4_000)
  })

  test('says without JavaScript what this is', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: inject('url') })
    const page = await context.newPage()
    await page.goto('/')
    const shown = await page.getByRole('main').textContent()
    expect(shown).toContain('Plinth needs JavaScript.')
    await context.close()
  })
})

const good = {
  Name: 'Asha Kulkarni',
  Email: 'asha@visitor.example',
  'Mobile Number': '+919876543210',
  Message: 'We build canals and would like to see it.',
}
const labels = ['Name', 'Email', 'Mobile Number', 'Message']
const empty = { Name: '', Email: '', 'Mobile Number': '', Message: '' }
const sentText = 'Your message has been sent successfully!'
const failedText = 'Failed to send message. Please try again.'
const address = '**/api/common/sendEmail'

const expectAlert = (page: Page, text: string) => page.getByRole('alert').getByText(text, { exact: true }).waitFor()

/** Opens the form on the separate installation. */
async function contactForm(size: Size = 'desktop') {
  const visited = await visit(browser, size)
  await visited.page.goto(`${separate.url}/contact`)
  await visited.page.getByRole('heading', { level: 2, name: 'Send a Message' }).waitFor()
  return visited
}

/** The contact details by their labels. */
async function detailsOf(page: Page): Promise<Record<string, string>> {
  const details = page.getByRole('main').locator('dl')
  await details.waitFor()
  const [names, texts] = [await details.locator('dt').allTextContents(), await details.locator('dd').allTextContents()]
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']))
}

describe('the contact form', () => {
  test('is shown beside the contact details, and asks for four things [2.14 2.15 3.27]', async () => {
    const { page } = await contactForm()
    expect(await typed(page, labels)).toEqual(empty)
    const form = page.getByRole('form', { name: 'Send a Message', exact: true })
    expect(await form.getByRole('textbox').count()).toBe(labels.length)
    expect(await form.getByRole('button').allTextContents()).toEqual(['Send Message'])
    expect(await detailsOf(page)).toMatchObject({
      Email: 'office@plinth.example',
      Phone: '+91 20 1234 5678',
      Address: '12 Station Road, Pune 411001',
    })
    const mail = page.getByRole('link', { name: 'office@plinth.example' })
    expect(await mail.getAttribute('href')).toBe('mailto:office@plinth.example')
    const phone = page.getByRole('link', { name: '+91 20 1234 5678' })
    expect(await phone.getAttribute('href')).toBe('tel:+912012345678')
  })

  test('is shown with default settings beside the address of its recipient, and says which details are missing [2.14]', async () => {
    const { page } = await visit(browser)
    await page.goto('/contact')
    expect(await detailsOf(page)).toMatchObject({
      Email: 'operator@plinth.local',
      Phone: 'No number is given: leave yours, and we call you.',
      Address: 'No postal address is given: write by the form or by e-mail.',
    })
    const mail = page.getByRole('link', { name: 'operator@plinth.local', exact: true })
    expect(await mail.getAttribute('href')).toBe('mailto:operator@plinth.local')
  })

  const faults: [fault: string, text: string, at: string, values: Partial<typeof good>][] = [
    [
      'a missing field',
      'All fields are required.',
      'Mobile Number',
      { Email: 'x', 'Mobile Number': ' ', Message: 'x' },
    ],
    ['no address', 'Please enter a valid email address.', 'Email', { Email: 'x', 'Mobile Number': '1', Message: 'x' }],
    ['no number', 'Please enter a valid mobile number.', 'Mobile Number', { 'Mobile Number': '1', Message: 'x' }],
    ['a short message', 'Message should be at least 10 characters long.', 'Message', { Message: '123456789' }],
  ]
  test.each(Object.keys(sizes) as Size[])(
    'shows the first error in the order of the specification, on a %s [5.1 5.2 5.3 5.4 5.5 9.5 9.6]',
    async (size) => {
      const { page } = await contactForm(size)
      let calls = 0
      page.on('request', (request) => {
        if (request.url().endsWith('/sendEmail')) calls += 1
      })
      for (const [, text, label, values] of faults) {
        await fill(page, { ...good, ...values })
        await button(page, 'Send Message').click()
        await expectAlert(page, text)
        expect(await page.getByRole('alert').count()).toBe(1)
        await focusIsOn(page, field(page, label))
        await page.getByRole('textbox', { name: label, description: text }).waitFor()
        await expectWellMade(page)
      }
      expect(calls).toBe(0)
    },
  )

  test('can be filled in and sent without a mouse, and is empty afterwards [2.16 2.17 4.22 4.23 5.6 7.2 8.36]', async () => {
    const { page } = await contactForm()
    await field(page, 'Name').focus()
    for (const value of Object.values(good)) {
      await page.keyboard.type(value)
      await page.keyboard.press('Tab')
    }
    await focusIsOn(page, button(page, 'Send Message'))
    await heldBack(page, address, async () => {
      await page.keyboard.press('Enter')
      await button(page, 'Sending...').waitFor()
      expect(await button(page, 'Sending...').isDisabled()).toBe(true)
      await expectWellMade(page)
    })
    await expectAlert(page, sentText)
    expect(await typed(page, labels)).toEqual(empty)
    await focusIsOn(page, button(page, 'Send Message'))
    await expectWellMade(page)
    const [red = 0, green = 0] = await noticeColours(page)
    expect(green).toBeGreaterThan(red * 1.5)
  })

  test('keeps the typed text when it cannot be sent [2.17 4.22 8.35]', async () => {
    const { page } = await contactForm('phone')
    await fill(page, good)
    await offline(page, address, async () => {
      await button(page, 'Send Message').click()
      await expectAlert(page, failedText)
    })
    expect(await typed(page, labels)).toEqual(good)
    await focusIsOn(page, button(page, 'Send Message'))
    await expectWellMade(page)
    const [red = 0, green = 0] = await noticeColours(page)
    expect(red).toBeGreaterThan(green * 1.5)
  })

  test('says why it cannot be sent after too many messages [2.17 8.35]', async () => {
    const { page } = await contactForm()
    const body = { name: 'A', email: 'a@visitor.example', mobile: '9876543210', message: 'One of very many messages' }
    const statuses: number[] = []
    while (statuses.length < 10 && !statuses.includes(429))
      statuses.push((await client(separate.url).sendCall(sendEmail, { body })).status)
    await fill(page, good)
    await button(page, 'Send Message').click()
    await expectAlert(page, failedText)
    await page.getByRole('alert').getByText('Too many requests. Please wait a moment.').waitFor()
    expect(await valueOf(page, 'Message')).toBe(good.Message)
    await expectWellMade(page)
  })
})

/** Red, green and blue of the notice. */
async function noticeColours(page: Page): Promise<number[]> {
  const colour = await page.evaluate<string>("getComputedStyle(document.querySelector('[role=alert]')).color")
  return (colour.match(/\d+/g) ?? []).map(Number)
}

test('an operator sees which messages could not be mailed and why, and sends them again', async () => {
  const { page } = await visit(browser)
  await page.goto(`${separate.url}/login`)
  await fill(page, { 'Email or mobile number': operator().email, 'Tenant name': 'Plinth' })
  await page.getByLabel('Password', { exact: true }).fill(separate.operatorPassword)
  await button(page, 'Login').click()
  await at(page, '/')
  await page.goto(`${separate.url}/admin/tenants`)
  await link(page, 'Contact messages').click()
  await title(page, 'Contact messages')
  await page.goto(`${separate.url}/admin/contact-messages?name=Asha`)
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  const row = page.getByRole('row').filter({ hasText: good.Message })
  await eventually(async () => {
    await page.reload()
    await row.waitFor()
    return row.textContent()
  }).toMatch(/ECONNREFUSED/)
  await row.getByText('Waiting', { exact: true }).waitFor()
  await button(page, 'Send again: message of Asha Kulkarni').click()
  await page.getByRole('alert').filter({ hasText: 'The message will be mailed in a moment.' }).waitFor()
  await page.goto(`${separate.url}/admin/contact-messages?state=SENT`)
  await page.getByText('Nothing matches these filters. Change or clear them.').waitFor()
})
