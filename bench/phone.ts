import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { login } from '@plinth/api/access/auth'
import { type BrowserContext, chromium, type Response } from 'playwright-core'
import { startProduct } from '../e2e/src/product.ts'
import { findChromium } from '../scripts/chromium.mjs'
import { caller, line, milliseconds, quantile } from './measures.ts'

/**
 * Measures a site engineer's phone on slow 3G (400 kbit/s, 400 ms round trip) with a processor four times slower: the gzipped
 * JavaScript that its first screens load before anything is fetched ahead; the time until they are usable, with an empty cache
 * and again; and from the tap on Save until the card shows today's quantity. Medians of three.
 */

const rounds = 3
const slowest = 120_000
const network = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }
const screens = ['/', '/project-tasks/list?quickFilters=MINE']

/** Waits until the heading is shown and nothing in the window is loading, for three frames. */
const untilUsable = `new Promise((resolve, reject) => {
  const busy = 'main [aria-busy=true], main [class*=Skeleton-root], main [class*=Loader-root], main [class*=awaited]'
  let calm = 0
  requestAnimationFrame(function look() {
    const isBusy = [...document.querySelectorAll(busy)].some((part) => part.getBoundingClientRect().top < innerHeight)
    calm = document.querySelector('h1') && !isBusy ? calm + 1 : 0
    if (calm > 2) resolve()
    else if (performance.now() > ${slowest}) reject(new Error('still busy at ' + location.href))
    else requestAnimationFrame(look)
  })
})`

async function slowPage(context: BrowserContext) {
  const page = await context.newPage()
  page.setDefaultTimeout(slowest)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', network)
  return page
}

/** Visits an address: how long that takes, and the scripts requested until then. */
async function visit(context: BrowserContext, address: string) {
  const page = await slowPage(context)
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response)
  })
  const begun = performance.now()
  await page.goto(address, { waitUntil: 'commit', timeout: slowest })
  await page.evaluate(untilUsable)
  const elapsed = performance.now() - begun
  const sizes = await Promise.all([...scripts].map(async (script) => gzipSync(await script.body()).length))
  return { page, elapsed, kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000 }
}

/** From the tap on Save until the card shows the quantity, which is before the server has received it. */
async function enterQuantity(context: BrowserContext, address: string): Promise<number> {
  const { page } = await visit(context, address)
  const card = page
    .locator('[role=row][data-level]')
    .filter({ hasText: /^(?!.*₹).* of [\d,]+ / })
    .first()
  await card.getByRole('button', { name: /^Today’s work/ }).click()
  await page.getByRole('textbox', { name: /^Today’s quantity/ }).fill('1')
  const before = await card.textContent()
  const begun = performance.now()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  while ((await card.textContent()) === before) if (performance.now() - begun > slowest) throw new Error('not shown')
  const elapsed = performance.now() - begun
  await page.close()
  return elapsed
}

execFileSync(process.execPath, [join(import.meta.dirname, '../node_modules/vite/bin/vite.js'), 'build'], {
  cwd: join(import.meta.dirname, '../web'),
  stdio: 'ignore',
})
const product = await startProduct()
try {
  const session = await caller(product.url)(login, {
    body: { emailOrMobile: 'site@demo.example', password: product.password, tenantName: 'Demo Infra' },
  })
  const localStorage = Object.entries({ ...session, user: JSON.stringify(session.user) }).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ name, value }] : [],
  )
  const executablePath = await findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  const phone = () =>
    browser.newContext({
      viewport: { width: 360, height: 740 },
      locale: 'en-IN',
      // The slow network applies to the page only, so a service worker would fetch at full speed.
      serviceWorkers: 'block',
      storageState: { cookies: [], origins: [{ origin: product.url, localStorage }] },
    })
  line('on a phone, slow 3G', 'JavaScript, KB', 'cold', 'again')
  for (const path of screens) {
    const [cold, again, kilobytes]: number[][] = [[], [], []]
    for (let round = 0; round < rounds; round += 1) {
      const context = await phone()
      const first = await visit(context, product.url + path)
      await first.page.close()
      const second = await visit(context, product.url + path)
      cold?.push(first.elapsed)
      again?.push(second.elapsed)
      kilobytes?.push(first.kilobytes)
      await context.close()
    }
    const medians = [cold, again].map((times) => milliseconds(quantile(times ?? [], 0.5)))
    line(path, quantile(kilobytes ?? [], 0.5).toFixed(1), ...medians)
  }
  const context = await phone()
  const taps: number[] = []
  for (let round = 0; round < rounds; round += 1)
    taps.push(await enterQuantity(context, product.url + (screens[1] ?? '')))
  line('Save until it is shown', '', milliseconds(quantile(taps, 0.5)))
  await browser.close()
} finally {
  await product.stop()
}
