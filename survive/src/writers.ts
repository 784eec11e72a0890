import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { login, refresh } from '@plinth/api/access/auth'
import { createDeposit, deleteDeposit, depositFields, getDeposit, updateDeposit } from '@plinth/api/deposits/deposits'
import { type Document, deleteDocument, getDocument, uploadRecordDocument } from '@plinth/api/documents/documents'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { uploadContracts } from '@plinth/api/platform/contract-imports'
import type { ContractImport } from '@plinth/api/platform/import-results'
import { createContract, deleteContract, getContract, updateContract } from '@plinth/api/tenders/contracts'
import { createTask, deleteTask, getTask, maxTaskLevel, taskFields, updateTask } from '@plinth/api/works/tasks'
import { depositBody } from '../../server/src/deposits/deposits/deposits.factory.ts'
import { recordForm } from '../../server/src/documents/documents/documents.factory.ts'
import { fileOf } from '../../server/src/platform/contract-imports/contract-imports.factory.ts'
import { contractBody, newContract } from '../../server/src/tenders/contracts/contracts.factory.ts'
import { client } from '../../server/src/testing/test-server.ts'
import { newProject } from '../../server/src/works/projects/projects.factory.ts'
import { taskBody } from '../../server/src/works/tasks/tasks.factory.ts'
import { type Chance, chance, isLong, times } from './chance.ts'
import { eventually, type Person, type SurvivingCompany } from './installation.ts'
import { type Kind, Ledger } from './ledger.ts'

/** A company whose people write all the time, whatever happens to the server. */

interface Found {
  id: string
  [field: string]: unknown
}

const whole = (record: object) => record
const contracts: Kind = {
  name: 'contract',
  read: ({ id }) => ({ endpoint: getContract, input: { params: { id } } }),
  own: whole,
}
/**
 * Compares only these fields of a record, its id, and when and by whom it was created. Fields that follow from the status or
 * other records are checked elsewhere.
 */
const only = (...fields: string[]) => {
  const own = new Set(['id', 'createdAt', 'createdBy', ...fields])
  return (record: object) => Object.fromEntries(Object.entries(record).filter(([name]) => own.has(name)))
}
const depositsOf = (contractId: string): Kind => ({
  name: 'deposit',
  read: ({ id }) => ({ endpoint: getDeposit, input: { params: { contractId, depositId: id } } }),
  own: only('contractId', ...Object.keys(depositFields)),
})
const tasks: Kind = {
  name: 'task',
  read: ({ id }) => ({ endpoint: getTask, input: { params: { id } } }),
  own: only('projectId', ...Object.keys(taskFields)),
}
/** The links are new in each answer. */
const documents: Kind = {
  name: 'document',
  read: ({ id }) => ({ endpoint: getDocument, input: { params: { id } } }),
  own: (record) => ({ ...record, s3Url: '', thumbnailUrl: null, previewUrl: null }),
}

const most = 40
const importRows = isLong ? [30, 600, 1_200, 3_000] : [30, 30, 30, 1_200]
/** Rows are stored in batches of this size, each in one transaction. */
const importBatch = 500

/** The input of a write: a create, or with an id an edit or a deletion. */
type InputOf = (random: Chance, id?: string, live?: readonly Found[]) => object

/** The writers of one company: what was acknowledged, and what they continue with. */
export class Desk {
  readonly ledger: Ledger
  readonly company: SurvivingCompany
  by: Person
  readonly files = new Map<string, string>()
  readonly imports: { run: ContractImport; rows: number }[] = []
  readonly mark = randomUUID().slice(0, 8)
  /** Decides the moments at which something happens to the server. */
  #moments: Chance
  #name: string
  #begun = 0
  #count = 0
  #url: string
  #isWriting = false
  #writing: Promise<unknown>[] = []
  /** Refresh tokens whose exchange was not answered. */
  cutOff: string[] = []
  #contractId = ''
  #projectId = ''

  constructor(url: string, company: SurvivingCompany, by: Person, name: string, excused: readonly number[] = [503]) {
    this.ledger = new Ledger(excused)
    this.#url = url
    this.company = company
    this.by = by
    this.#name = name
    this.#moments = chance(`${name}: moments`)
  }

  /** Creates the contract and the project that the other records belong to. */
  async furnish(): Promise<void> {
    this.#contractId = (await newContract(this.by, { bidId: `${this.mark}-base` })).id
    this.#projectId = (await newProject(this.by)).id
  }

  /** Signs in again, since an access token lasts minutes only. */
  async signInAgain(): Promise<void> {
    this.by = await this.company.signIn()
  }

  /** Starts all writers at once; `stop` ends them. */
  begin(): void {
    this.#isWriting = true
    this.#begun += 1
    const deposits = depositsOf(this.#contractId)
    const ways = [
      this.#recordWriter(contracts, createContract, updateContract, deleteContract, this.#contractInput),
      this.#recordWriter(contracts, createContract, updateContract, deleteContract, this.#contractInput),
      this.#recordWriter(deposits, createDeposit, updateDeposit, deleteDeposit, this.#depositInput),
      this.#recordWriter(tasks, createTask, updateTask, deleteTask, this.#taskInput),
      this.#recordWriter(tasks, createTask, updateTask, deleteTask, this.#taskInput),
      this.#importer,
      this.#filer(),
      this.#refresher(),
      this.#refresher(),
    ]
    this.#writing = ways.map(async (step, at) => {
      const random = chance(`${this.#name}: writer ${at} of ${this.#begun}`)
      // After a failed call it waits, as a client would that retries a few times a second.
      while (this.#isWriting) if (!(await step(random))) await sleep(random.between(20, 60))
    })
  }

  /**
   * Waits until some writes were acknowledged and then for a while; the seed decides how many and how long, as inputs of the
   * test.
   */
  async untilSomeMoment(): Promise<void> {
    const enough = this.ledger.acknowledged + this.#moments.whole(times(150, 1_500))
    await eventually(() => this.ledger.acknowledged > enough, 'something is written')
    await sleep(this.#moments.between(0, 500))
  }

  /** Stops the writers once their calls were answered or failed. */
  async stop(): Promise<void> {
    this.#isWriting = false
    await Promise.all(this.#writing)
  }

  #next = () => {
    this.#count += 1
    return `${this.mark}-${this.#count}`
  }
  #contractInput: InputOf = (random, id) => ({
    params: { id },
    body: id
      ? { description: `Edited ${this.#next()}`, status: random.pick(['SUBMITTED', 'AWARDED', 'DISPUTE']) }
      : contractBody({ bidId: this.#next(), paperCost: random.whole(90_000) / 100 }),
  })
  #depositInput: InputOf = (random, id) => ({
    params: { contractId: this.#contractId, depositId: id },
    body: id
      ? { amount: 1 + random.whole(90_000), status: random.pick(['SUBMITTED', 'RELEASED', 'PENDING']) }
      : depositBody({ instrumentNo: this.#next(), amount: 1 + random.whole(90_000) }),
  })
  #taskInput: InputOf = (random, id, live = []) => {
    const figures = { estimatedQuantity: 1 + random.whole(500), estimatedRate: 1 + random.whole(90) }
    if (id) return { params: { id }, body: { ...figures, progress: random.whole(100) } }
    const parents = live.filter(({ hierarchyPath }) => String(hierarchyPath).split('.').length <= maxTaskLevel)
    const parentId = parents.length > 0 && random.whole(4) > 0 ? random.pick(parents).id : null
    return { body: taskBody(this.#projectId, { title: this.#next(), parentId, ...figures }) }
  }

  /** Creates, edits and deletes records of a kind; each step returns whether it was answered with success. */
  #recordWriter(kind: Kind, create: Endpoint, update: Endpoint, remove: Endpoint, inputOf: InputOf) {
    const { ledger } = this
    let live: Found[] = []
    const drop = (id: string) => {
      live = live.filter((record) => record.id !== id)
    }
    const add = async (random: Chance) => {
      const [input, key] = [inputOf(random, undefined, live), randomUUID()]
      const created = (await ledger.send(this.by, create, input, { 'idempotency-key': key })) as
        | Found
        | null
        | undefined
      if (created) {
        ledger.note(kind, created, created)
        live.push(created)
      }
      if (created === undefined) ledger.pending.push({ endpoint: create, input, key, kind })
      return Boolean(created)
    }
    const edit = async (random: Chance, { id }: Found) => {
      const input = inputOf(random, id)
      const edited = (await ledger.send(this.by, update, input)) as Found | null | undefined
      if (edited) ledger.note(kind, edited, edited)
      if (edited === undefined) {
        ledger.noteUncertain(id, (input as { body: object }).body)
        drop(id)
      }
      return Boolean(edited)
    }
    const take = async (random: Chance, record: Found) => {
      const { id } = record
      drop(id)
      const gone = await ledger.send(this.by, remove, inputOf(random, id))
      if (gone) ledger.note(kind, record, null)
      else if (gone === undefined) ledger.noteUncertain(id, null)
      // A task with sub-tasks is not deleted.
      else live.push(record)
      return Boolean(gone)
    }
    return async (random: Chance) => {
      const turn = random.whole(20)
      if (live.length < 3 || (turn < 11 && live.length < most)) return add(random)
      return turn < 17 ? edit(random, random.pick(live)) : take(random, random.pick(live))
    }
  }

  #importer = async (random: Chance): Promise<boolean> => {
    const rows = random.pick(importRows)
    const lines = Array.from({ length: rows }, () => `Uploaded road,${this.#next()}`)
    const body = fileOf(['Contract name,Bid ID', ...lines].join('\n'), `${rows} rows ${this.#next()}.csv`)
    const done = (await this.ledger.send(this.by, uploadContracts, { query: {}, body })) as
      | { import: ContractImport }
      | null
      | undefined
    if (done) {
      this.ledger.acknowledged += rows
      this.imports.push({ run: done.import, rows })
    }
    return Boolean(done) && sleep(100, true)
  }

  #filer() {
    let live: Document[] = []
    return async (random: Chance) => {
      await sleep(50)
      const [old] = live
      if (old && live.length > 3 && random.whole(3) === 0) {
        live = live.slice(1)
        const gone = await this.ledger.send(this.by, deleteDocument, { params: { id: old.id } })
        if (gone) this.ledger.note(documents, old, null)
        else this.ledger.noteUncertain(old.id, null)
        return Boolean(gone)
      }
      const name = this.#next()
      const bytes = `${name} `.repeat(10 + random.whole(20_000))
      const body = recordForm(this.company.id, this.#contractId, new File([bytes], `${name}.txt`))
      const key = randomUUID()
      const stored = (await this.ledger.send(this.by, uploadRecordDocument, { body }, { 'idempotency-key': key })) as
        | Document
        | null
        | undefined
      if (stored) {
        this.ledger.note(documents, stored, stored)
        this.files.set(stored.id, createHash('sha256').update(bytes).digest('hex'))
        live.push(stored)
      }
      return Boolean(stored)
    }
  }

  /** Exchanges the refresh token of its own session again and again; a token without an answer is kept. */
  #refresher() {
    let token: string | undefined
    const stranger = client(this.#url)
    return async () => {
      await sleep(30)
      if (!token) {
        const session = await this.ledger.send(stranger, login, { body: this.company.as })
        token = (session as { refreshToken: string } | null | undefined)?.refreshToken
        return Boolean(token)
      }
      const next = await this.ledger.send(stranger, refresh, { body: { refreshToken: token } })
      if (next === undefined) this.cutOff.push(token)
      token = (next as { refreshToken: string } | null | undefined)?.refreshToken
      return Boolean(next)
    }
  }

  /** Reads acknowledged files back by their links; returns those whose bytes differ from what was sent. */
  async fileFaults(): Promise<string[]> {
    const faults: string[] = []
    for (const [id, sha256] of this.files) {
      const found = await this.by.sendCall(getDocument, { params: { id } })
      // Deleted since, which the ledger checks.
      if (found.status === 404) continue
      const bytes = await fetch(this.#url + JSON.parse(found.text).s3Url)
        .then((answer) => answer.bytes())
        .catch(String)
      const hash = createHash('sha256').update(bytes).digest('hex')
      if (hash !== sha256) faults.push(`the file of document ${id} is not as it was sent`)
    }
    this.files.clear()
    return faults
  }

  /** Whether an import may have stored this many rows: all of an acknowledged one, whole batches of another. */
  mayHaveStored(importId: string, fileName: string, stored: number): boolean {
    const acknowledged = this.imports.find(({ run }) => run.id === importId)
    if (acknowledged) return stored === acknowledged.rows
    const rows = Number.parseInt(fileName, 10)
    return stored === rows || stored % importBatch === 0
  }
}
