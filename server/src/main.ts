import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from './app.ts'
import { openOutbox } from './contact/contact.queries.ts'
import { sweepEveryHour, verify } from './documents/sweep.queries.ts'
import { type Config, listenFault, readConfig } from './kernel/config.ts'
import { openMailer } from './kernel/mail.ts'
import type { Storage } from './kernel/storage.ts'
import { openStorage } from './kernel/storage-s3.ts'
import type { Door } from './kernel/tenancy.ts'
import { tokens } from './kernel/tokens.ts'
import { logFileIn, openDatabase, run, running, stopAll } from './running.ts'
import { ensureOperator, ensureSample } from './sample/sample.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** The operator on the first start; the sample company when it is wanted. Says what a newcomer needs to sign in. */
async function furnish(door: Door, storage: Storage, config: Config): Promise<void> {
  const password = config.operator.password ?? randomBytes(12).toString('base64url')
  const made = await ensureOperator(door, { email: config.operator.email, password })
  if (made) {
    say(`\n  Operator (tenant Plinth): ${config.operator.email}`)
    if (!config.operator.password) say(`  Password, shown this once: ${password}`)
  }
  if (!config.sampleData) return
  const sample = await ensureSample(door, storage, config.dataDir)
  if (!sample) return
  say(`\n  Sample company, tenant "${sample.tenantName}", password for all: ${sample.password}`)
  for (const person of sample.people) say(`    ${person.email}  (${person.designation})`)
}

async function start(): Promise<void> {
  const config = readConfig()
  const database = await openDatabase(config)
  const storage = await openStorage(config)
  const outbox = openOutbox(database.door, openMailer(config.mail))
  const pages = join(import.meta.dirname, '../../web/dist')
  const app = await buildApp({
    door: database.door,
    tokens: tokens(config.sessionSecret),
    storage,
    isReadOnly: database.isReadOnly,
    metricsToken: config.metricsToken,
    onContactMessage: outbox.nudge,
    trustProxy: config.trustProxy,
    contactAddress: config.mail.smtpUrl && config.mail.to,
    pages: existsSync(join(pages, 'index.html')) ? pages : undefined,
    logFile: logFileIn(config.dataDir),
  })
  running.push(() => app.close())
  await furnish(database.door, storage, config)
  const address = await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw listenFault(error, config)
  })
  const warn = (what: string) => (error: Error) => app.log.error({ err: error }, what)
  running.push(sweepEveryHour(database.door, storage, warn('sweeping the document store failed')))
  running.push(outbox.start(warn('mailing failed')))
  say(`\n  Plinth is ready: ${address}\n`)
}

/** Reads every document in the store and says what is not as it was stored; nothing is served meanwhile. */
async function verifyDocuments(): Promise<void> {
  const config = readConfig()
  const { door } = await openDatabase(config)
  const { documents, bytes, faults } = await verify(door, await openStorage(config))
  for (const fault of faults) say(fault)
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
  say(`${counted(documents, 'document')}, ${counted(bytes, 'byte')} read, ${counted(faults.length, 'fault')}.`)
  await stopAll()
  process.exitCode = faults.length > 0 ? 1 : 0
}

run(process.argv[2] === 'verify-documents' ? verifyDocuments : start)
