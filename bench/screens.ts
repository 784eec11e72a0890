import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { login } from '@plinth/api/access/auth'
import { filterContracts } from '@plinth/api/tenders/contracts'
import { filterProjects } from '@plinth/api/works/projects'
import { filterTasks } from '@plinth/api/works/tasks'
import { type Browser, chromium, type Response } from 'playwright-core'
import { startProduct } from '../e2e/src/product.ts'
import { findChromium } from '../scripts/chromium.mjs'
import { caller, line, milliseconds, quantile } from './measures.ts'

/**
 * Measures a first visit to each screen of the built product: gzipped JavaScript, and the time until the heading is shown and
 * the screen has loaded. The median of three visits with an empty cache, on a desktop and on a phone with a processor four
 * times slower on a slow network (1.6 Mbit/s, 150 ms round trip). `node bench/screens.ts /admin` visits the screens with that
 * in their address.
 */

const rounds = 3
const kilobit = 1000 / 8
const devices = [
  { name: 'desktop', viewport: { width: 1440, height: 900 }, slower: 1, network: undefined },
  {
    name: 'phone',
    viewport: { width: 360, height: 740 },
    slower: 4,
    network: { offline: false, latency: 150, downloadThroughput: 1600 * kilobit, uploadThroughput: 750 * kilobit },
  },
]

/**
 * Waits until the heading is shown and the window has no skeleton, spinner or busy part, for three frames. Parts below the
 * window wait until somebody scrolls to them.
 */
const untilUsable = `new Promise((resolve, reject) => {
  const busy = 'main [aria-busy=true], main [class*=Skeleton-root], main [class*=Loader-root]'
  let calm = 0
  requestAnimationFrame(function look() {
    const isBusy = [...document.querySelectorAll(busy)].some((part) => part.getBoundingClientRect().top < innerHeight)
    calm = document.querySelector('h1') && !isBusy ? calm + 1 : 0
    if (calm > 2) resolve()
    else if (performance.now() > 30_000) reject(new Error('still busy at ' + location.href))
    else requestAnimationFrame(look)
  })
})`

type Storage = { name: string; value: string }[]

async function visit(browser: Browser, url: string, path: string, device: (typeof devices)[number], storage: Storage) {
  const storageState = { cookies: [], origins: [{ origin: url, localStorage: storage }] }
  const context = await browser.newContext({ viewport: device.viewport, storageState, locale: 'en-IN' })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: device.slower })
  if (device.network) await cdp.send('Network.emulateNetworkConditions', device.network)
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response)
  })
  const begun = performance.now()
  await page.goto(url + path, { waitUntil: 'commit' })
  await page.evaluate(untilUsable)
  const elapsed = performance.now() - begun
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all(scripts.map(async (script) => gzipSync(await script.body()).length))
  await context.close()
  return { elapsed, kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000 }
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
  const contract = (await call(filterContracts, { body: {} })).content[0]?.id
  const project = (await call(filterProjects, { body: {} }))[0]?.id ?? ''
  const task = (await call(filterTasks, { body: { projectId: project } }))[0]?.id
  const storage = Object.entries({ ...session, user: JSON.stringify(session.user) }).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ name, value }] : [],
  )
  const open = ['/', '/about', '/contact', '/login']
  const signedIn = `/ /contracts /contracts/list /contracts/create /contracts/${contract} /contracts/bulk-upload
    /contracts/contract-deposit /contracts/deposit-register /contracts/${contract}/supporting-docs
    /projects /projects/create /projects/${project} /project-tasks?projectId=${project}
    /project-tasks/list?projectId=${project}&view=gantt /project-tasks/list?projectId=${project}&view=board
    /project-tasks/${task} /project-tasks/create /vehicles /payments /payroll /account
    /admin/users /admin/users/create /admin/roles /admin/roles/create`.split(/\s+/)
  const visits = [
    ...open.map((path) => ({ path, who: 'guest', storage: [] })),
    ...signedIn.map((path) => ({ path, who: 'owner', storage })),
  ]
  const executablePath = await findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  line('', 'JavaScript, KB', ...devices.map(({ name }) => name))
  for (const { path, who, storage } of visits.filter((each) => each.path.includes(process.argv[2] ?? ''))) {
    const cells = ['']
    for (const device of devices) {
      const found = []
      for (let round = 0; round < rounds; round += 1)
        found.push(await visit(browser, product.url, path, device, storage))
      cells[0] = (found[0]?.kilobytes ?? NaN).toFixed(1)
      const times = found.map(({ elapsed }) => elapsed)
      cells.push(milliseconds(quantile(times, 0.5)))
    }
    const name = path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…').replace('?projectId=…', '…')
    line(`${who} ${name}`, ...cells)
  }
  await browser.close()
} finally {
  await product.stop()
}
