import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  beginUpload,
  cancelUpload,
  type Document,
  deleteDocument,
  finishUpload,
  listDocuments,
  listRecordDocuments,
  putUploadPart,
  uploadDocuments,
  uploadRecordDocument,
} from '@plinth/api/documents/documents'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { plain } from '../../access/users/images.factory.ts'
import { migrate } from '../../kernel/db/migrate.ts'
import { ownDatabase, type TestDatabase, testSecret } from '../../kernel/testing/databases.ts'
import { dice } from '../../kernel/testing/dice.ts'
import { type Store, startKilled, storeAt } from '../../kernel/testing/killed-server.ts'
import { startS3Server } from '../../kernel/testing/s3-server.ts'
import { seedOf } from '../../kernel/testing/seed.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import {
  type Client,
  type Company,
  client,
  newCompany,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { documentForm, newDocument, recordForm, textFile, uploadBody } from './documents.factory.ts'
import { drawDue } from './drawing.queries.ts'
import { sweep } from './sweep.queries.ts'

/**
 * A server is killed at every step of storing and removing documents, and another continues with its database and
 * store: each document is whole or absent, a repeated upload is stored once, and a sweep removes everything else.
 */

const hour = 3_600_000
const timeoutMs = 90_000

interface Place {
  store: Store
  stop(): Promise<void>
}

const scratch = mkdtempSync(join(tmpdir(), 'plinth-killed-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

async function onDisk(): Promise<Place> {
  return { store: { folder: mkdtempSync(join(scratch, 'disk-')) }, stop: async () => {} }
}

async function inS3(): Promise<Place> {
  const { config, stop } = await startS3Server()
  return { store: { ...config, arrivals: mkdtempSync(join(scratch, 's3-')) }, stop }
}

/** A user of a company with a contract, who makes one call. */
interface Person {
  company: Company
  by: Client
  token: string
  contractId: string
}

interface TestCall {
  endpoint: Endpoint
  input: object
}

interface Kind {
  name: string
  /** Steps the call must pass; the test fails if they are no longer observed. */
  steps: string[]
  /** Run with every store, because the call uses the store more than other kinds do. */
  isForEveryStore?: boolean
  /** Creates what the call needs. */
  prepare(person: Person): Promise<TestCall>
  /** The next step of a user without an answer. Returns how many documents there must be. */
  retry(person: Person, deed: TestCall): Promise<number>
}

let picture: File

const sendAgain: Kind['retry'] = async ({ by }, { endpoint, input }) => {
  const headers = { 'idempotency-key': keyOf(input) }
  const reply = await by.sendCall(endpoint, input, headers)
  expect(reply.status).toBe(201)
  return Array.isArray(JSON.parse(reply.text)) ? 2 : 1
}
const keys = new WeakMap<object, string>()
function keyOf(deed: object): string {
  const key = keys.get(deed) ?? randomUUID()
  keys.set(deed, key)
  return key
}

const documentsOf = ({ company, by, contractId }: Person) =>
  by.ok(listRecordDocuments, {
    params: { tenantId: company.id, entityType: 'CONTRACT', entityId: contractId },
    query: {},
  })

/** Chooses the picture again and sends its missing parts. */
async function resumeUpload({ by }: Person, body: ReturnType<typeof uploadBody>): Promise<number> {
  const { id, parts } = await by.ok(beginUpload, { body })
  for (const { number, hasArrived } of parts)
    if (!hasArrived) await by.ok(putUploadPart, { params: { id }, query: { number }, body: picture })
  await by.ok(finishUpload, { params: { id } })
  return 1
}

const bodies = new WeakMap<object, ReturnType<typeof uploadBody>>()
async function beginParts(person: Person, { isWhole = false } = {}) {
  const body = uploadBody(person.contractId, picture.size, picture.name)
  const { id } = await person.by.ok(beginUpload, { body })
  if (isWhole) await person.by.ok(putUploadPart, { params: { id }, query: { number: 1 }, body: picture })
  return { id, body }
}
const bodyOf = (deed: TestCall) => bodies.get(deed) ?? uploadBody()

const kinds: Kind[] = [
  {
    name: 'an upload of an image',
    isForEveryStore: true,
    steps: ['before keep 1', 'inside transaction 3'],
    prepare: async ({ company, contractId }) => ({
      endpoint: uploadRecordDocument,
      input: { body: recordForm(company.id, contractId, picture) },
    }),
    retry: sendAgain,
  },
  {
    name: 'an upload of two files',
    steps: ['before keep 2', 'inside transaction 3'],
    prepare: async ({ company, contractId }) => ({
      endpoint: uploadDocuments,
      input: { body: documentForm(company.id, contractId, { files: [textFile('one'), textFile('two')] }) },
    }),
    retry: sendAgain,
  },
  {
    name: 'the beginning of an upload in parts',
    steps: ['before begin 1', 'inside transaction 3'],
    prepare: async ({ contractId }) => ({
      endpoint: beginUpload,
      input: { body: uploadBody(contractId, picture.size, picture.name) },
    }),
    retry: (person, { input }) => resumeUpload(person, Object(input).body),
  },
  {
    name: 'the arrival of a part',
    steps: ['before putPart 1'],
    async prepare(person) {
      const { id, body } = await beginParts(person)
      const deed = { endpoint: putUploadPart, input: { params: { id }, query: { number: 1 }, body: picture } }
      bodies.set(deed, body)
      return deed
    },
    retry: (person, deed) => resumeUpload(person, bodyOf(deed)),
  },
  {
    name: 'the end of an upload in parts',
    isForEveryStore: true,
    steps: ['before join 1', 'inside transaction 3'],
    async prepare(person) {
      const { id } = await beginParts(person, { isWhole: true })
      return { endpoint: finishUpload, input: { params: { id } } }
    },
    async retry({ by }, { input }) {
      await by.ok(finishUpload, Object(input))
      return 1
    },
  },
  {
    name: 'the end of parts that are chosen again',
    isForEveryStore: true,
    steps: ['before join 1', 'inside transaction 3'],
    async prepare(person) {
      const { id, body } = await beginParts(person, { isWhole: true })
      const deed = { endpoint: finishUpload, input: { params: { id } } }
      bodies.set(deed, body)
      return deed
    },
    async retry(person, deed) {
      // A user who sees the document does not choose its file again.
      return (await documentsOf(person)).length || resumeUpload(person, bodyOf(deed))
    },
  },
  {
    name: 'giving up an upload in parts',
    isForEveryStore: true,
    steps: ['before abandon 1', 'before remove 1', 'before remove 3'],
    async prepare(person) {
      const { id, body } = await beginParts(person, { isWhole: true })
      const deed = { endpoint: cancelUpload, input: { params: { id } } }
      bodies.set(deed, body)
      return deed
    },
    // The user chooses the file again after all.
    retry: (person, deed) => resumeUpload(person, bodyOf(deed)),
  },
  {
    name: 'deleting a document',
    steps: ['before remove 1', 'before remove 3', 'inside transaction 3'],
    async prepare({ by, contractId }) {
      const { id } = await newDocument(by, contractId, picture)
      return { endpoint: deleteDocument, input: { params: { id } } }
    },
    async retry({ by }, { endpoint, input }) {
      expect([204, 404]).toContain((await by.sendCall(endpoint, input)).status)
      return 0
    },
  },
]

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe.each([
  ['on disk', onDisk, kinds, 8],
  ['in S3', inS3, kinds.filter(({ isForEveryStore }) => isForEveryStore), 4],
])('a server that is killed, with documents %s', (where, startPlace, ofStore, rounds) => {
  let place: Place
  let database: TestDatabase
  let login: Awaited<ReturnType<typeof migrate>>
  let server: TestServer
  let companies: { company: Company; by: Awaited<ReturnType<Company['as']>> }[]

  beforeAll(async () => {
    picture = new File([new Uint8Array(await plain(64, 48).png().toBuffer())], 'site.png')
    place = await startPlace()
    database = await ownDatabase(inject('admin'), inject('migrated'))
    login = await migrate(database.admin, testSecret)
    server = await startTestServer({ login, storage: storeAt(place.store) })
    companies = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const company = await newCompany(server)
        return { company, by: await company.as() }
      }),
    )
  })
  afterAll(async () => {
    await server.stop()
    await database.stop()
    await place.stop()
  })

  async function person(at: number): Promise<Person> {
    const { company, by } = companies[at % companies.length]!
    return { company, by, token: by.session.accessToken, contractId: (await newContract(by)).id }
  }

  const killedOptions = () => ({ login, store: place.store, cache: join(scratch, 'compiled') })

  /** Checks a document's files byte for byte through its links. */
  async function expectWhole({ s3Url, thumbnailUrl, previewUrl, sha256 }: Document): Promise<void> {
    const answer = await fetch(server.url + s3Url)
    expect(answer.status).toBe(200)
    expect(hashOf(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256)
    for (const link of [thumbnailUrl, previewUrl]) if (link) expect((await fetch(server.url + link)).status).toBe(200)
  }

  /** The store holds exactly the files of the documents, and no upload is in progress. */
  async function expectNothingLeft(): Promise<void> {
    const documents = (await Promise.all(companies.map(({ by }) => by.ok(listDocuments, { query: {} })))).flat()
    const expected = documents.flatMap(({ key, thumbnailUrl }) =>
      thumbnailUrl ? [key, `${key}.thumbnail`, `${key}.preview`] : [key],
    )
    const found = (await Array.fromAsync(server.storage.list(''))).map(({ key }) => key)
    expect(found.toSorted()).toEqual(expected.toSorted())
    expect(await Array.fromAsync(server.storage.abandonedBefore(new Date(Date.now() + hour)))).toEqual([])
    expect(readdirSync(server.storage.arrivals)).toEqual([])
    if ('folder' in place.store) expect(readdirSync(join(place.store.folder, 'parts'))).toEqual([])
    for (const { company } of companies)
      expect(
        (await server.door.inTenant(company.id, null, (db) => sql`select from document_uploads`.execute(db))).rows,
      ).toEqual([])
  }

  test.each(ofStore)(
    'loses no document at any step of $name',
    async ({ steps: needed, prepare, retry }) => {
      const killed = await startKilled(killedOptions())
      const send = ({ token }: Person, { endpoint, input }: TestCall, dieAt: string) =>
        client(killed.url, token).sendCall(endpoint, input, { 'die-at': dieAt, 'idempotency-key': keyOf(input) })

      const rehearser = await person(0)
      const stepsTaken = killed.steps()
      const rehearsed = await send(rehearser, await prepare(rehearser), 'never')
      expect([201, 204]).toContain(rehearsed.status)
      // The first transaction only checks the permission.
      const steps = (await stepsTaken).slice(2)
      expect(steps).toEqual(expect.arrayContaining(needed))

      const deeds = await Promise.all(
        [...steps, ...steps].map(async (step, at) => {
          const who = await person(at)
          return { step, isRetried: at < steps.length, who, deed: await prepare(who) }
        }),
      )
      killed.announce(deeds.length)
      const answers = await Promise.allSettled(
        deeds.map(async ({ who, deed, step }) => {
          const { status } = await send(who, deed, step)
          killed.kill()
          return `${step}: ${status}`
        }),
      )
      expect(answers.filter((answer) => answer.status === 'fulfilled')).toEqual([])
      expect(await killed.ended).toBe('SIGKILL')

      for (const { who } of deeds) for (const document of await documentsOf(who)) await expectWhole(document)
      const retried = deeds.filter(({ isRetried }) => isRetried)
      const expectedCounts = new Map<string, number>()
      for (const { who, deed, step } of retried) expectedCounts.set(step, await retry(who, deed))
      await drawDue(server.door, server.storage)
      await sweep(server.door, server.storage, Date.now() + 25 * hour)
      for (const { who, step } of retried) {
        const documents = await documentsOf(who)
        expect([step, documents.length]).toEqual([step, expectedCounts.get(step)])
        for (const document of documents) await expectWhole(document)
      }
      await expectNothingLeft()
    },
    timeoutMs,
  )

  test(
    'stores each of ten parallel uploads once, at whatever moment it dies',
    async () => {
      const people = [await person(3), await person(4)]
      const uploads: { who: Person; deed: TestCall; answered?: { status: number; id: string } }[] = []
      const roll = dice(seedOf(`documents ${where}`))
      let next = startKilled(killedOptions())
      for (let round = 0; round < rounds; round += 1) {
        const killed = await next
        next = startKilled(killedOptions())
        const sent = Array.from({ length: 10 }, (_each, at) => {
          const who = people[at % people.length]!
          const file = at % 3 === 0 ? picture : textFile(`${round}-${at} `.repeat(at * 10_000 + 1))
          const body = recordForm(who.company.id, who.contractId, file)
          return { who, deed: { endpoint: uploadRecordDocument, input: { body } } }
        })
        uploads.push(...sent)
        let answers = 0
        const calls = uploads.slice(-sent.length).map(async (upload) => {
          const { endpoint, input } = upload.deed
          const headers = { 'idempotency-key': keyOf(input) }
          const { status, text } = await client(killed.url, upload.who.token).sendCall(endpoint, input, headers)
          upload.answered = { status, id: JSON.parse(text).id }
          answers += 1
          if (answers === round % 10) killed.kill()
        })
        // The seed picks the moment of this kill; the count of answers picks the others.
        if (round % 10 === 0) {
          await sleep(roll(40))
          killed.kill()
        }
        await Promise.allSettled(calls)
        expect(await killed.ended).toBe('SIGKILL')
      }
      const unused = await next
      unused.kill()

      const resent = async ({ who, deed, answered }: (typeof uploads)[number]) => {
        const headers = { 'idempotency-key': keyOf(deed.input) }
        const { status, text } = await who.by.sendCall(deed.endpoint, deed.input, headers)
        expect(status).toBe(201)
        if (answered) expect(answered).toEqual({ status: 201, id: JSON.parse(text).id })
      }
      for (let at = 0; at < uploads.length; at += 10) await Promise.all(uploads.slice(at, at + 10).map(resent))
      await drawDue(server.door, server.storage)
      await sweep(server.door, server.storage, Date.now() + 25 * hour)
      for (const who of people) {
        const documents = await documentsOf(who)
        expect(documents.length).toBe(uploads.filter((upload) => upload.who === who).length)
        for (const document of documents) await expectWhole(document)
      }
      await expectNothingLeft()
    },
    timeoutMs,
  )
})
