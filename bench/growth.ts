import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { login } from '@plinth/api/access/auth'
import { countDeposits, createDeposit, filterDeposits } from '@plinth/api/deposits/deposits'
import { getDepositMoney } from '@plinth/api/deposits/deposits-money'
import { addSettlement } from '@plinth/api/deposits/settlements'
import { filterInstruments } from '@plinth/api/guarantees/instruments'
import { countDeadlines, filterDeadlines } from '@plinth/api/reminders/deadlines'
import { countNotifications } from '@plinth/api/reminders/notifications'
import { filterCoverage, getCoverage } from '@plinth/api/reminders/reminder-coverage'
import { createContract, filterContracts, updateContract } from '@plinth/api/tenders/contracts'
import { summarizeContractStatuses, summarizeDepartments } from '@plinth/api/tenders/dashboard'
import { filterGeneralTasks } from '@plinth/api/works/general-tasks'
import { filterProjects } from '@plinth/api/works/projects'
import { createTask, updateTask } from '@plinth/api/works/tasks'
import { plan } from '../server/src/reminders/reminder-rules/planning.queries.ts'
import { type Database, withDatabase } from './database.ts'
import { growTree } from './furnish.ts'
import { growCompany } from './grown-company.ts'
import { type Ask, askOf, connections, load, type Measured } from './load.ts'
import { at, line, peopleOf, quantile, signedIn, tokenOf, untilSealed } from './measures.ts'
import { entered } from './works.ts'

/**
 * Measures how calls grow with the size of a company: the most frequent reads in companies of 2,000, 20,000 and 60,000
 * contracts, by one caller and by sixteen; what calls of ten small companies cost, alone and while sixteen callers read the
 * agenda of the largest one; and saves in the one of 20,000. SIZES are the contracts of the companies, ROUNDS and SECONDS are
 * how often and how long each read is measured. One run on a database of its own; quote its growth.
 */

const sizes = (process.env['SIZES'] ?? '2000,20000,60000').split(',').map(Number)
const rounds = Number(process.env['ROUNDS'] ?? 3)
const seconds = Number(process.env['SECONDS'] ?? 2)
/** How many times as long as in the first company a call may take in the last one. */
const goal = 1.5
const saves = 100
const othersSize = 200

const wholeAgenda = askOf(filterDeadlines, { body: { owner: 'ALL' } })
const firstPage = askOf(filterContracts, { body: {} })
const unread = askOf(countNotifications)

const reads: Record<string, Ask> = {
  'agenda, one’s own': askOf(filterDeadlines, { body: {} }),
  'agenda, everybody’s': wholeAgenda,
  'agenda, one’s own overdue': askOf(filterDeadlines, { body: { time: ['OVERDUE'] } }),
  'counts of one’s own agenda': askOf(countDeadlines, { body: {} }),
  'counts of the agenda': askOf(countDeadlines, { body: { owner: 'ALL' } }),
  deposits: askOf(filterDeposits, { body: {} }),
  'deposits, overdue': askOf(filterDeposits, { body: { quickFilters: ['OVERDUE'] } }),
  'counts of deposits': askOf(countDeposits, { body: {} }),
  // With these counts, what the card of deposits on Today asks for.
  'due back by department': askOf(summarizeDepartments),
  'largest due back': askOf(filterDeposits, {
    body: { quickFilters: ['DUE_BACK'], sort: { field: 'amount', direction: 'desc' }, pagination: { size: 5 } },
  }),
  'money with departments': askOf(getDepositMoney),
  coverage: askOf(getCoverage),
  'gaps of the coverage': askOf(filterCoverage, { body: {} }),
  'unread notifications': unread,
  contracts: firstPage,
  'status summary': askOf(summarizeContractStatuses),
  instruments: askOf(filterInstruments, { body: {} }),
  projects: askOf(filterProjects, { body: {} }),
  'general tasks': askOf(filterGeneralTasks, { body: {} }),
}

interface Company {
  name: string
  size: number
  id: string
  owner: string
}

const otherNames = Array.from({ length: 10 }, (_, at) => `Beside ${at}`)

async function furnish({ door, admin }: Database): Promise<Company[]> {
  const companies: Company[] = []
  for (const size of sizes) {
    const name = `Company of ${size}`
    companies.push({ name, size, ...(await growCompany(door, admin, name, size)) })
  }
  const ids = companies.map(({ id }) => id)
  for (const name of otherNames) ids.push((await growCompany(door, admin, name, othersSize)).id)
  await admin.query('vacuum analyze')
  for (const id of ids) await door.inTenant(id, null, (db) => plan(db))
  // Otherwise the server would check the coverage of each company beside what is measured, as it does once a day.
  await admin.query('update reminder_runs set proved_on = app.today()')
  await admin.query('vacuum analyze')
  return companies
}

async function printDeadlines(url: string, companies: readonly Company[]): Promise<void> {
  line('contracts', 'deadlines', 'one’s own')
  for (const { name, size } of companies) {
    const call = await signedIn(url, name)
    const all = await call(filterDeadlines, { body: { owner: 'ALL' } })
    const own = await call(filterDeadlines, { body: {} })
    line(...[size, all.totalElements, own.totalElements].map((count) => count.toLocaleString('en-IN')))
  }
}

/** Measurements by what was measured. */
class Results {
  readonly #found = new Map<string, Pick<Measured, 'times' | 'refused'>>()

  add(key: string, { times, refused }: Pick<Measured, 'times' | 'refused'>): void {
    const before = this.of(key)
    this.#found.set(key, { times: [...before.times, ...times], refused: before.refused + refused })
  }

  of(key: string): Pick<Measured, 'times' | 'refused'> {
    return this.#found.get(key) ?? { times: [], refused: 0 }
  }

  readonly keys = () => this.#found.keys()

  readonly p50 = (key: string): number => quantile(this.of(key).times, 0.5)

  readonly p99 = (key: string): number => quantile(this.of(key).times, 0.99)

  /** The median and the 99th percentile, and how many requests were refused if any was. */
  cell(key: string): string {
    const { times, refused } = this.of(key)
    const [p50, p99] = [0.5, 0.99].map((share) => quantile(times, share)).map((ms) => ms.toFixed(ms < 100 ? 1 : 0))
    return `${p50} / ${p99}${refused > 0 ? ` -${refused}` : ''}`
  }
}

async function measureReads(url: string, companies: readonly Company[]): Promise<void> {
  const results = new Results()
  const keyOf = (name: string, callers: number, size: number) => `${name} ${callers} ${size}`
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, ask] of Object.entries(reads)) {
      // New tokens for each call, because a round may last longer than a token is valid.
      const targets = await Promise.all(
        companies.map(async (one) => ({ size: one.size, url, token: await tokenOf(url, one.name) })),
      )
      // The first round is short and only warms up.
      if (round === 0) for (const target of targets) await load(target, () => ask, 0.3, 1)
      else
        for (const callers of [1, connections])
          for (const target of targets)
            results.add(keyOf(name, callers, target.size), await load(target, () => ask, seconds, callers))
    }
  line(
    'ms: p50 / p99 -refused',
    'callers',
    ...sizes.map((size) => size.toLocaleString('en-IN')),
    'p50 grows by',
    'goal',
  )
  for (const name of Object.keys(reads))
    for (const callers of [1, connections]) {
      const keys = sizes.map((size) => keyOf(name, callers, size))
      const growth = results.p50(at(keys, keys.length - 1)) / results.p50(at(keys, 0))
      const cells = keys.map((key) => results.cell(key))
      line(name, callers, ...cells, growth.toFixed(1), `${goal}${growth <= goal ? '' : ' missed'}`)
    }
}

/** The calls of the ten small companies by one caller who visits them in turn, alone and beside the agenda of the largest. */
async function measureOthers(url: string, largest: string): Promise<void> {
  const results = new Results()
  const tokens = await Promise.all(otherNames.map((name) => tokenOf(url, name)))
  const asked: Record<string, Ask[]> = {
    'first page of contracts': tokens.map((token) => ({ ...firstPage, token })),
    'unread notifications': tokens.map((token) => ({ ...unread, token })),
    'sign-in': otherNames.flatMap((name) => peopleOf(name, 1)).map((body) => askOf(login, { body })),
  }
  const measure = async (way: string) => {
    for (const [name, asks] of Object.entries(asked))
      results.add(`${name} ${way}`, await load({ url, token: '' }, (nth) => at(asks, nth), seconds, 1))
  }
  for (let round = 0; round < rounds; round += 1) {
    await measure('alone')
    const agenda = load({ url, token: await tokenOf(url, largest) }, () => wholeAgenda, 3 * seconds + 1, connections)
    // By then all sixteen callers wait for their answers.
    const beside = sleep(500).then(() => measure('beside'))
    results.add('agenda', (await Promise.all([agenda, beside]))[0])
  }
  console.log(`\nTen small companies, while sixteen callers read the agenda of the largest (${results.cell('agenda')})`)
  line('ms: p50 / p99 -refused', 'alone', 'beside', 'p50 grows by', 'p99 grows by')
  for (const name of Object.keys(asked)) {
    const [alone, beside] = [`${name} alone`, `${name} beside`]
    const growths = [results.p50, results.p99].map((of) => (of(beside) / of(alone)).toFixed(1))
    line(name, results.cell(alone), results.cell(beside), ...growths)
  }
}

/** What one caller's saves cost in this company, with a project of 2,500 tasks. */
async function measureSaves({ door, admin }: Database, url: string, { id, owner, name, size }: Company): Promise<void> {
  const project = await door.inTenant(id, owner, (db) => growTree(db, 1))
  await admin.query('vacuum analyze tasks')
  await untilSealed(admin)
  const parents = await admin.query<{ id: string }>('select id from tasks where project_id = $1 and level = 3', [
    project,
  ])
  const call = await signedIn(url, name)
  const results = new Results()
  const saved = async <T>(key: string, save: () => Promise<T>): Promise<T> => {
    const since = performance.now()
    const answer = await save()
    results.add(key, { times: [performance.now() - since], refused: 0 })
    return answer
  }
  const day = new Date().toISOString().slice(0, 10)
  for (let nth = 0; nth < saves; nth += 1) {
    const contract = await saved('create a contract', () => call(createContract, { body: entered(nth) }))
    const params = { contractId: contract.id }
    await saved('move its closing date', () =>
      call(updateContract, { params: { id: contract.id }, body: { closingDate: '2026-05-20' } }),
    )
    const body = { depositType: 'EMD', instrumentNo: `SAVED ${nth}`, amount: 20_000 }
    const deposit = await saved('create a deposit', () => call(createDeposit, { params, body }))
    const settlement = { kind: 'RECEIVED', amount: 20_000, settledOn: day }
    await saved('settle it', () =>
      call(addSettlement, { params: { ...params, depositId: deposit.id }, body: settlement }),
    )
    const { id: parentId } = at(parents.rows, nth)
    const title = `Excavation ${nth}`
    const task = await saved('create a task', () => call(createTask, { body: { projectId: project, parentId, title } }))
    await saved('complete it', () => call(updateTask, { params: { id: task.id }, body: { status: 'COMPLETED' } }))
  }
  console.log(`\nSaves of one caller in the company of ${size.toLocaleString('en-IN')}`)
  line('ms: p50 / p99', '')
  for (const key of results.keys()) line(key, results.cell(key))
}

await withDatabase(async (database) => {
  const companies = await furnish(database)
  const url = await database.serve()
  await untilSealed(database.admin)
  await printDeadlines(url, companies)
  await measureReads(url, companies)
  await measureOthers(url, at(companies, companies.length - 1).name)
  await measureSaves(database, url, at(companies, Math.floor(companies.length / 2)))
})
