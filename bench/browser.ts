import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { login } from '@plinth/api/access/auth'
import { uploadContracts } from '@plinth/api/platform/contract-imports'
import { filterContracts } from '@plinth/api/tenders/contracts'
import { createProject } from '@plinth/api/works/projects'
import { uploadTasks } from '@plinth/api/works/task-sheets'
import { type BrowserContextOptions, type CDPSession, chromium, type Page } from 'playwright-core'
import { startProduct } from '../e2e/src/product.ts'
import { findChromium } from '../scripts/chromium.mjs'
import { type Call, caller, line, megabytes, milliseconds, quantile } from './measures.ts'

/**
 * Measures how fast the built product responds, on a desktop and on a phone with a processor four times slower: the list of
 * 10,000 contracts after a filter is answered, the form of a contract at 60 keys a second, and 9,330 tasks scrolled as tree,
 * Gantt and board by a third of the window each frame. One run of some minutes; JavaScript and first visits are in
 * `screens.ts`.
 */

const devices = [
  { name: 'desktop', viewport: { width: 1440, height: 900 }, slower: 1 },
  { name: 'phone', viewport: { width: 360, height: 740 }, slower: 4 },
]
const [contracts, filterings, scrolls, keysInField, keysASecond] = [10_000, 20, 240, 60, 60]
const frame = 1000 / 60
const towns = ['Aonla', 'Barmer', 'Chamba', 'Dausa', 'Etawah', 'Fatehpur', 'Gonda', 'Hapur', 'Idar', 'Jhabua']
const statuses = ['Draft', 'Submitted', 'Awarded', 'Cancelled']

const contractSheet = () => {
  const heads = 'Bid ID,Contract name,Status,Actual value,Bid percentage,Closing date'
  const rows = Array.from({ length: contracts }, (_, at) => {
    const day = `2026-0${1 + (at % 9)}-1${at % 10}`
    const town = towns[at % towns.length]
    return `BID-${at},Widening of the road at ${town} km ${at},${statuses[at % 4]},${100_000 + at * 37},${(at % 40) - 20},${day}`
  })
  return [heads, ...rows].join('\n')
}

/** Six tasks below each number, five levels deep. */
function tasksBelow(number: string, level: number): string[] {
  if (level === 5) return []
  return Array.from({ length: 6 }, (_, at) => {
    const own = number ? `${number}.${at + 1}` : String(at + 1)
    const day = String(1 + ((at * 7 + level) % 28)).padStart(2, '0')
    const row = `${own},"Excavation, reach ${own}",${10 + at},cum,125.5,2026-0${1 + at}-${day},2026-0${3 + at}-${day},${at * 9}`
    return [row, ...tasksBelow(own, level + 1)]
  }).flat()
}

const taskSheet = () => {
  const heads = 'Number,Title,Estimated quantity,Units,Estimated rate,Given start date,Given end date,Progress'
  return [heads, ...tasksBelow('', 0)].join('\n')
}

/** Creates the data; returns the addresses where it is measured. */
async function enter(call: Call) {
  const body = new File([contractSheet()], 'contracts.csv')
  const { import: run } = await call(uploadContracts, { query: {}, body })
  if (run.created !== contracts) throw new Error(JSON.stringify(run))
  const { content } = await call(filterContracts, { body: {} })
  const { id: projectId } = await call(createProject, { body: { projectName: 'Ten thousand tasks' } })
  await call(uploadTasks, { query: { projectId }, body: new File([taskSheet()], 'tasks.csv') })
  return { contractId: content[0]?.id ?? '', projectId }
}

async function metric(cdp: CDPSession, name: 'TaskDuration' | 'JSHeapUsedSize'): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find((one) => one.name === name)?.value ?? Number.NaN
}

/** Processor time of the page's main thread since the call, in milliseconds. Other work on the machine does not count. */
async function stopwatch(cdp: CDPSession) {
  const start = await metric(cdp, 'TaskDuration')
  return async () => ((await metric(cdp, 'TaskDuration')) - start) * 1000
}

/** The share of frames that were not drawn in time. */
function dropped(gaps: readonly number[]): string {
  const missed = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / frame) - 1), 0)
  return `${((100 * missed) / (missed + gaps.length)).toFixed(1)} %`
}

/** Prints a line; `busy` is the processor time of all runs together. */
function report(name: string, times: readonly number[], busy: number, ...more: string[]) {
  const cells = [quantile(times, 0.5), quantile(times, 0.95), Math.max(...times), busy / times.length]
  line(name, ...cells.map(milliseconds), ...more)
}

/**
 * Submits the typed filters. Milliseconds from the end of the answer to the end of the frame that shows other rows and nothing
 * busy, when the next input is handled.
 */
const untilFiltered = `new Promise((resolve) => {
  const rows = () => document.querySelector('main tbody, main ul[aria-label]')?.textContent
  const before = rows()
  const asked = performance.now()
  const answered = () => performance.getEntriesByType('resource')
    .findLast(({ name, startTime }) => startTime >= asked && name.endsWith('/contracts/filter'))?.responseEnd
  document.querySelector('[role=search]').requestSubmit()
  requestAnimationFrame(function look() {
    if (!answered() || rows() === before || document.querySelector('main [aria-busy=true]')) requestAnimationFrame(look)
    else setTimeout(() => resolve(performance.now() - answered()))
  })
})`

async function filterContractsOf(page: Page, cdp: CDPSession, name: string, url: string) {
  await page.goto(`${url}/contracts/list`)
  await page.getByText('BID-').first().waitFor()
  const times: number[] = []
  let busy = 0
  for (let round = 0; round < filterings; round += 1) {
    const closed = page.getByRole('button', { name: /^Filters/ })
    if (await closed.isVisible()) await closed.click()
    await page.getByLabel('Contract name').fill(towns[round % towns.length] ?? '')
    const taken = await stopwatch(cdp)
    times.push(await page.evaluate<number>(untilFiltered))
    busy += await taken()
  }
  report(name, times, busy)
}

/**
 * Measures each key: milliseconds of work (its handlers and its part of the next frame), milliseconds from the press to the end
 * of that frame, and the gaps between frames.
 */
const watchKeys = `{
  const { port1, port2 } = new MessageChannel()
  const queue = []
  const soon = (run) => void (queue.push(run), port2.postMessage(0))
  port1.onmessage = () => queue.shift()()
  let open = []
  let last
  addEventListener('keydown', ({ timeStamp }) => {
    const start = performance.now()
    const key = { timeStamp, work: 0 }
    open.push(key)
    soon(() => (key.work = performance.now() - start))
  }, { capture: true })
  requestAnimationFrame(function step(now) {
    const start = performance.now()
    if (last !== undefined) watched.gaps.push(now - last)
    last = now
    const drawn = open
    open = []
    soon(() => {
      const end = performance.now()
      for (const { timeStamp, work } of drawn) {
        watched.works.push(work + (end - start) / drawn.length)
        watched.waits.push(end - timeStamp)
      }
    })
    requestAnimationFrame(step)
  })
}
0`
/** The measurements, once every key is drawn: a page with too much to do draws the last of them late. */
const untilDrawn = `new Promise((resolve) => {
  const look = () => (watched.waits.length < ${keysInField} ? setTimeout(look, 20) : resolve(watched))
  look()
})`
const watchAnew = 'window.watched = { works: [], waits: [], gaps: [] }'

interface Watched {
  works: number[]
  waits: number[]
  gaps: number[]
}

const letters = 'the road from km 12 to km 48 with culverts and drains '.split('')
const erased = (text: string) => [...text.split(''), ...Array<string>(text.length).fill('Backspace')]
const typed = {
  texts: { contractName: letters, referenceNo: letters, contractType: letters, description: letters },
  'amounts and per cent': {
    tenderActualValue: erased('8642975'),
    tenderBidPercentage: erased('12.75'),
    tenderBidValue: erased('1234567'),
    paperCost: erased('7500'),
  },
}

/** Presses keys in turn into the focused element, 60 a second, without waiting for the page. */
async function pressKeys(cdp: CDPSession, keys: readonly string[]) {
  const start = performance.now()
  const sent: Promise<unknown>[] = []
  for (let at = 0; at < keysInField; at += 1) {
    const key = keys[at % keys.length] ?? ''
    const windowsVirtualKeyCode = key === 'Backspace' ? 8 : key.toUpperCase().charCodeAt(0)
    const event = { key, windowsVirtualKeyCode, ...(key.length === 1 && { text: key }) }
    sent.push(cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event }))
    sent.push(cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode }))
    await sleep(Math.max(0, start + ((at + 1) * 1000) / keysASecond - performance.now()))
  }
  await Promise.all(sent)
}

async function typeInto(page: Page, cdp: CDPSession, name: string, url: string) {
  await page.goto(url)
  await page.locator('#field-closingDate').waitFor()
  await page.evaluate(`${watchAnew}\n${watchKeys}`)
  for (const [kind, fields] of Object.entries(typed)) {
    const all: Watched = { works: [], waits: [], gaps: [] }
    const taken = await stopwatch(cdp)
    for (const [field, keys] of Object.entries(fields)) {
      await page.locator(`#field-${field}`).focus()
      await page.evaluate(watchAnew)
      await pressKeys(cdp, keys)
      const watched = await page.evaluate<Watched>(untilDrawn)
      for (const part of ['works', 'waits', 'gaps'] as const) all[part].push(...watched[part])
    }
    report(`${name}: ${kind}`, all.works, await taken(), milliseconds(quantile(all.waits, 0.95)), dropped(all.gaps))
  }
}

/** The gaps between frames, in milliseconds, while the scrolling element moves by a third of the window each frame. */
const frameGaps = `new Promise((resolve) => {
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
})`

async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  return metric(cdp, 'JSHeapUsedSize')
}

async function scrollThrough(page: Page, cdp: CDPSession, name: string, url: string) {
  const start = performance.now()
  await page.goto(url)
  await page.getByText('Excavation, reach 1', { exact: true }).first().waitFor({ timeout: 60_000 })
  const first = performance.now() - start
  const elements = await page.evaluate<number>('document.querySelectorAll("*").length')
  const taken = await stopwatch(cdp)
  const gaps = await page.evaluate<number[]>(frameGaps)
  const busy = await taken()
  const more = [`first row ${milliseconds(first)}`, `${elements} elements`, megabytes(await heapOf(cdp))]
  report(name, gaps, busy, '', dropped(gaps), ...more)
}

type Product = Awaited<ReturnType<typeof startProduct>>

async function measure({ url, password }: Product) {
  const account = { emailOrMobile: 'owner@demo.example', password, tenantName: 'Demo Infra' }
  const session = await caller(url)(login, { body: account })
  const { contractId, projectId } = await enter(caller(url, session.accessToken))
  const entries = Object.entries({ ...session, user: JSON.stringify(session.user) })
  const localStorage = entries.map(([name, value]) => ({ name, value: String(value) }))
  const storageState: BrowserContextOptions['storageState'] = { cookies: [], origins: [{ origin: url, localStorage }] }
  const executablePath = await findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  line('', 'p50', 'p95', 'longest', 'busy each', 'pressed to seen p95', 'frames dropped')
  for (const { name, viewport, slower } of devices) {
    const open = async (work: (page: Page, cdp: CDPSession) => Promise<void>) => {
      const context = await browser.newContext({ viewport, storageState })
      const page = await context.newPage()
      const cdp = await context.newCDPSession(page)
      await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
      // Loads the scripts first, as for a person who has visited before.
      await page.goto(`${url}/projects`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await work(page, cdp)
      await context.close()
    }
    await open((page, cdp) => filterContractsOf(page, cdp, `${name} filter`, url))
    await open((page, cdp) => typeInto(page, cdp, `${name} new`, `${url}/contracts/create`))
    await open((page, cdp) => typeInto(page, cdp, `${name} edit`, `${url}/contracts/${contractId}/edit`))
    for (const view of ['', 'gantt', 'board'])
      await open((page, cdp) => {
        const address = `${url}/project-tasks/list?projectId=${projectId}${view && `&view=${view}`}`
        return scrollThrough(page, cdp, `${name} ${view || 'tree'}`, address)
      })
  }
  await browser.close()
}

execFileSync(process.execPath, [join(import.meta.dirname, '../node_modules/vite/bin/vite.js'), 'build'], {
  cwd: join(import.meta.dirname, '../web'),
  stdio: 'ignore',
})
const product = await startProduct()
try {
  await measure(product)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await product.stop()
  process.exit()
}
