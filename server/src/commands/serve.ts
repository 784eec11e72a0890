import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { sealAllAnew } from '../access/account/second-factor.queries.ts'
import { mailSignInLetters } from '../access/password-links/letters.queries.ts'
import { ensureOperator } from '../access/tenants/first-operator.queries.ts'
import { buildApp } from '../app.ts'
import { openDrawing } from '../documents/documents/drawing.queries.ts'
import { type Config, isLoopback, listenFault, readConfig } from '../kernel/config/config.ts'
import { openDataFolder } from '../kernel/config/data-folder.ts'
import type { Door } from '../kernel/db/tenancy.ts'
import { endDrawing } from '../kernel/files/pictures.ts'
import type { Storage } from '../kernel/files/storage.ts'
import { openStorage } from '../kernel/files/storage-s3.ts'
import { sendFaultyAnswers } from '../kernel/http/answer-faults.ts'
import type { Job } from '../kernel/jobs/jobs.ts'
import { openStatistics } from '../kernel/jobs/statistics-job.ts'
import { openSweeper } from '../kernel/jobs/sweeper.ts'
import { openLog } from '../kernel/log/log-target.ts'
import { openMailer } from '../kernel/mail/mail.ts'
import { type Tokens, tokens } from '../kernel/secrets/tokens.ts'
import { sealEveryFewSeconds } from '../platform/audit-trail/seals.queries.ts'
import { takeOverSeals } from '../platform/audit-trail/takeovers.queries.ts'
import { openOutbox } from '../platform/contact/contact.queries.ts'
import { ensureSample } from '../platform/sample/sample.ts'
import { openMailMaking } from '../reminders/notification-mail/mail-rows.queries.ts'
import { mailDeadlines } from '../reminders/notification-mail/sending.queries.ts'
import { openSending } from '../reminders/notifications/sending.queries.ts'
import { openProving } from '../reminders/reminder-coverage/proving-job.queries.ts'
import { openPlanning } from '../reminders/reminder-rules/planning-job.queries.ts'
import { sweepsOf } from '../sweeps.ts'
import { openDatabase } from './installation.ts'
import { counted, say } from './output.ts'
import { outliveFaults, running } from './running.ts'

/** The folder of the built pages, which may be missing. */
const pages = join(import.meta.dirname, '../../../web/dist')

/**
 * Creates the operator on the first start, and the sample company if it is wanted. Prints the credentials for a first
 * sign-in.
 */
async function furnish(door: Door, storage: Storage, config: Config): Promise<void> {
  const password = config.operator.password ?? randomBytes(16).toString('base64url')
  const isCreated = await ensureOperator(door, { email: config.operator.email, password })
  if (isCreated) {
    say(`\n  Operator (tenant Plinth): ${config.operator.email}`)
    if (!config.operator.password) say(`  Password, shown this once: ${password}`)
  }
  if (!config.sampleData) return
  const sample = await ensureSample(door, storage, config.dataDir)
  if (!sample) return
  say(`\n  Sample company, tenant "${sample.tenantName}", password for all: ${sample.password}`)
  for (const person of sample.people) say(`    ${person.email}  (${person.designation})`)
}

/** The address at which browsers reach the product if none is set: known only if no proxy stands before it. */
const ownOrigin = ({ host, trustProxy }: Config, address: string) =>
  isLoopback(host) && trustProxy === undefined ? address : undefined

/** The server's own origin, which is known once it listens. */
interface OwnAddress {
  origin?: string | undefined
}

/** Opens the outbox of visitors' messages, letters about sign-ins and mail about deadlines. */
function openMail(door: Door, { mail, publicUrl }: Config, keys: Tokens, ownAddress: OwnAddress) {
  const mailer = openMailer(mail)
  const links = { tokens: keys, publicUrl, origin: () => ownAddress.origin }
  return openOutbox(door, mailer, async (round) => {
    await Promise.all([mailSignInLetters(door, mailer, links, round), mailDeadlines(door, mailer, links, round)])
  })
}

/** Seals second factors with the present secret after it was replaced; prints how many. */
async function sealFactorsAnew(door: Door, keys: Tokens): Promise<void> {
  if (!keys.readsOld) return
  const people = await sealAllAnew(door, keys)
  say(`  Sealed anew with the present session secret: ${counted(people, 'second factor')}.`)
  say('  Sessions need the old one for seven days more.\n')
}

const logSeal = (log: FastifyBaseLogger) => (company: string, seal: object) =>
  log.info({ event: 'audit_sealed', company, ...seal }, 'sealed')

/** Starts the jobs for pictures, statistics, reminders and notifications. */
function startJobs(door: Door, drawing: Job, warn: (what: string) => (error: Error) => void): void {
  running.push(drawing.start(warn('drawing pictures failed')))
  running.push(openStatistics(door).start(warn('refreshing statistics failed')))
  running.push(openPlanning(door).start(warn('making reminders failed')))
  running.push(openProving(door).start(warn('proving the coverage of reminders failed')))
  running.push(openSending(door).start(warn('sending notifications failed')))
  running.push(openMailMaking(door).start(warn('making mail about deadlines failed')))
}

export async function start(): Promise<void> {
  const config = readConfig()
  openDataFolder(config)
  const log = openLog(config.logFolder)
  running.push(() => log.close())
  const database = await openDatabase(config)
  const storage = await openStorage(config)
  const drawing = openDrawing(database.door, storage)
  const sweeper = openSweeper(sweepsOf({ door: database.door, storage, letters: config.mail.folder }))
  const keys = tokens(config.sessionSecret, Date.now, config.oldSessionSecret)
  const ownAddress: OwnAddress = {}
  const outbox = openMail(database.door, config, keys, ownAddress)
  const app = await buildApp({
    door: database.door,
    tokens: keys,
    storage,
    isReadOnly: database.isReadOnly,
    metricsToken: config.metricsToken,
    mailsLinks: config.mail.smtpUrl !== undefined && config.publicUrl !== undefined,
    hasMailServer: config.mail.smtpUrl !== undefined,
    onContactMessage: outbox.nudge,
    onPicturesDue: drawing.nudge,
    sweeper,
    trustProxy: config.trustProxy,
    contact: config.contact,
    publicUrl: config.publicUrl,
    pages: existsSync(join(pages, 'index.html')) ? pages : undefined,
    log,
  })
  running.push(async () => endDrawing())
  running.push(() => app.close())
  await furnish(database.door, storage, config)
  const address = await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw listenFault(error, config)
  })
  ownAddress.origin = ownOrigin(config, address)
  const warn = (what: string) => (error: Error) => app.log.error({ event: 'fault', err: error }, what)
  outliveFaults(warn('a fault that nobody caught'))
  sendFaultyAnswers(warn('an answer that its schema forbids'))
  running.push(sweeper.start((name, error) => warn(`sweeping ${name} failed`)(error)))
  running.push(outbox.start(warn('mailing failed')))
  startJobs(database.door, drawing, warn)
  const sealLog = { onSealed: logSeal(app.log), warn: warn('sealing the audit trail failed') }
  running.push(sealEveryFewSeconds(database.door, keys, sealLog))
  // Stopped first: the server takes no new calls while the rest stops, and what was done until then is sealed.
  running.push(() => app.close())
  // Warns of a missing CORS rule before somebody waits for an upload that cannot arrive.
  if (storage.origin !== undefined) await storage.admits(config.publicUrl ?? ownAddress.origin)
  say(`\n  Plinth is ready: ${address}\n`)
  await takeOverTrails(database.door, keys).catch(warn('taking over the seals of the audit trail failed'))
  await sealFactorsAnew(database.door, keys).catch(warn('sealing second factors anew failed'))
}

/** Takes over the seals of the audit trails after the secret was replaced; prints what it found. */
async function takeOverTrails(door: Door, keys: Tokens): Promise<void> {
  const { companies, seals, forged, unknown, strange } = await takeOverSeals(door, keys)
  if (companies > 0)
    say(
      `  Taken over under the present session secret: ${counted(seals, 'seal')} of the audit trails of ${counted(companies, 'company', 'companies')}.`,
    )
  if (forged > 0) say(`  ${counted(forged, 'seal')} among them forged: npm run verify-audit names them.`)
  if (unknown > 0) say(`  ${counted(unknown, 'seal')} among them made under a secret that is not known any more.`)
  if (strange > 0)
    say(
      `  The audit trails of ${counted(strange, 'company', 'companies')} were sealed under another session secret: start once with SESSION_SECRET_OLD set to it, or nobody can tell whether they are as they were.`,
    )
}
