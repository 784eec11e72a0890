import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { login } from '@plinth/api/auth'
import { createProject } from '@plinth/api/projects'
import { uploadTasks } from '@plinth/api/task-sheets'
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { startProduct } from '../e2e/src/product.ts'
import { findChromium } from '../scripts/chromium.mjs'
import { caller, line, megabytes, milliseconds, quantile } from './measures.ts'

/**
 * What a tree of 9,330 tasks costs a browser, in the built product: the time to its first row, its memory, what of it
 * is in the page, and how evenly it scrolls, as tree, Gantt and board. One run; the desktop, and a phone with a processor
 * four times slower.
 */

const devices = [
  { name: 'desktop', viewport: { width: 1440, height: 900 }, slower: 1 },
  { name: 'phone, 4 x slower', viewport: { width: 360, height: 740 }, slower: 4 },
]
const views = ['tree', 'gantt', 'board']
const widths = [6, 6, 6, 6, 6]
const scrolls = 240

/** Every task below a number, as rows of a sheet. */
function rowsBelow(number: string, level: number): string[] {
  const width = widths[level]
  if (!width) return []
  return Array.from({ length: width }, (_, at) => {
    const own = number ? `${number}.${at + 1}` : String(at + 1)
    const day = String(1 + ((at * 7 + level) % 28)).padStart(2, '0')
    const row = `${own},"Excavation, reach ${own}",${10 + at},cum,125.5,2026-0${1 + at}-${day},2026-0${3 + at}-${day},${at * 9}`
    return [row, ...rowsBelow(own, level + 1)]
  }).flat()
}

const sheet = () =>
  [
    'Number,Title,Estimated quantity,Units,Estimated rate,Given start date,Given end date,Progress',
    ...rowsBelow('', 0),
  ].join('\n')

/** The gaps between frames, in milliseconds, while what scrolls goes on by a third of the window each frame. */
const frameGaps = (page: Page): Promise<number[]> =>
  page.evaluate(`new Promise((resolve) => {
    const inner = [...document.querySelectorAll('main *')].find(
      (element) => element.scrollHeight > element.clientHeight + 2000 && getComputedStyle(element).overflowY !== 'visible')
    const gaps = []
    let last = performance.now()
    requestAnimationFrame(function step(now) {
      gaps.push(now - last)
      last = now
      ;(inner ?? window).scrollBy(0, window.innerHeight / 3)
      if (gaps.length < ${scrolls}) requestAnimationFrame(step)
      else resolve(gaps.slice(1))
    })
  })`)

async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN
}

execFileSync(process.execPath, [join(import.meta.dirname, '../node_modules/vite/bin/vite.js'), 'build'], {
  cwd: join(import.meta.dirname, '../web'),
  stdio: 'ignore',
})
const product = await startProduct()
try {
  const session = await caller(product.url)(login, {
    body: { emailOrMobile: 'owner@demo.example', password: product.password, tenantName: 'Demo Infra' },
  })
  const call = caller(product.url, session.accessToken)
  const { id: projectId } = await call(createProject, { body: { projectName: 'Ten thousand tasks' } })
  const file = new File([sheet()], 'tasks.csv')
  const { message } = await call(uploadTasks, { query: { projectId }, body: file })
  console.log(message)
  const executablePath = await findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  const storage = Object.entries({ ...session, user: JSON.stringify(session.user) }).map(([name, value]) => ({
    name,
    value: String(value),
  }))
  line('', 'view', 'first row', 'elements', 'heap', 'frame p50', 'p95', 'longest')
  for (const { name, viewport, slower } of devices)
    for (const view of views) {
      const context = await browser.newContext({
        viewport,
        storageState: { cookies: [], origins: [{ origin: product.url, localStorage: storage }] },
      })
      const page = await context.newPage()
      const cdp = await context.newCDPSession(page)
      await cdp.send('Performance.enable')
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
      // Once for the parts of the page, as somebody has them who was here before.
      await page.goto(`${product.url}/projects`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const start = performance.now()
      await page.goto(
        `${product.url}/project-tasks/list?projectId=${projectId}${view === 'tree' ? '' : `&view=${view}`}`,
      )
      await page.getByText('Excavation, reach 1', { exact: true }).first().waitFor({ timeout: 60_000 })
      const first = performance.now() - start
      const elements = await page.evaluate<number>('document.querySelectorAll("*").length')
      const gaps = await frameGaps(page)
      const cells = [first, quantile(gaps, 0.5), quantile(gaps, 0.95), Math.max(...gaps)].map(milliseconds)
      const [row = '', p50 = '', p95 = '', most = ''] = cells
      line(name, view, row, elements, megabytes(await heapOf(cdp)), p50, p95, most)
      await context.close()
    }
  await browser.close()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await product.stop()
  process.exit()
}
