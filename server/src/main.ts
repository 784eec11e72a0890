import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findRunningPostgres, startLocalPostgres } from '@plinth/local-postgres'
import type { FastifyBaseLogger } from 'fastify'
import { sealAllAnew } from './account/second-factor.queries.ts'
import { buildApp } from './app.ts'
import { type Head, sealEveryFewSeconds, verifyTrails } from './audit-trail/seals.queries.ts'
import { takeOverSeals } from './audit-trail/takeovers.queries.ts'
import { type Manifest, readBackupOrder, readRestoreOrder } from './backup/archive.rules.ts'
import { backUp } from './backup/backup.queries.ts'
import { restore } from './backup/restore.queries.ts'
import { openOutbox } from './contact/contact.queries.ts'
import { openDrawing } from './documents/drawing.queries.ts'
import { verify } from './documents/sweep.queries.ts'
import { type Config, isLoopback, listenFault, readConfig, StartError } from './kernel/config.ts'
import { openDataFolder } from './kernel/data-folder.ts'
import { openDoor } from './kernel/door.ts'
import { openLog } from './kernel/log-target.ts'
import { openMailer } from './kernel/mail.ts'
import { migrate } from './kernel/migrate.ts'
import { endDrawing } from './kernel/pictures.ts'
import type { Storage } from './kernel/storage.ts'
import { openStorage } from './kernel/storage-s3.ts'
import { openSweeper } from './kernel/sweeper.ts'
import { type Door } from './kernel/tenancy.ts'
import { type Tokens, tokens } from './kernel/tokens.ts'
import { mailSignInLetters } from './password-links/letters.queries.ts'
import { ensureSample } from './sample/sample.ts'
import { sweepsOf } from './sweeps.ts'
import { ensureOperator } from './tenants/first-operator.queries.ts'

const stopDeadline = 12_000

/** The built pages, where there are any. */
const pages = join(import.meta.dirname, '../../web/dist')

/** How to stop what runs so far, the last first; each is stopped once, whoever asks. */
const running: (() => Promise<void>)[] = []
let isStopping = false

/** Stops what runs so far. */
async function stopAll(): Promise<void> {
  for (let stop = running.pop(); stop; stop = running.pop()) await stop()
}

interface Database {
  door: Door
  isReadOnly: () => boolean
}

type Admin = Parameters<typeof migrate>[0]

/** Where the server's login is to connect, past whatever `migrate` has connected to itself. */
function poolerAt(url: string | undefined) {
  if (url === undefined) return {}
  const { hostname, port, pathname } = new URL(url)
  return { host: hostname, port: Number(port || 5432), database: decodeURIComponent(pathname.slice(1)) }
}

/** Throws a StartError when a pooler does not let the server's login in, which it has to know. */
async function openAt(connection: Admin, { sessionSecret, databasePoolUrl }: Config): Promise<Door> {
  const login = { ...(await migrate(connection, sessionSecret)), ...poolerAt(databasePoolUrl) }
  const door = await openDoor(login, undefined, { isPooled: databasePoolUrl !== undefined }).catch((error: Error) => {
    if (databasePoolUrl === undefined || error instanceof StartError) throw error
    throw new StartError(`DATABASE_POOL_URL leads to no pooler that lets ${login.user} in: ${error.message}.`)
  })
  running.push(() => door.close())
  return door
}

const folderOf = (dataDir: string) => join(dataDir, 'postgres')

async function startOwn(dataDir: string) {
  const postgres = await startLocalPostgres({ dir: folderOf(dataDir) }).catch((error: Error) => {
    throw new StartError(error.message)
  })
  running.push(() => postgres.stop())
  return postgres
}

/**
 * How the administrator gets into the database of this installation, as it is: where no server runs on one of its own, it
 * is started for the occasion. Throws a StartError when it does not start, and where there must be one, when there is none.
 */
async function openAdmin({ databaseUrl, dataDir }: Config, { mustExist = false } = {}): Promise<Admin> {
  if (databaseUrl) return { connectionString: databaseUrl }
  if (mustExist && !existsSync(folderOf(dataDir)))
    throw new StartError(
      `${dataDir} holds no installation that this account can see: set DATA_DIR to the folder of one, or DATABASE_URL.`,
    )
  return (await findRunningPostgres(folderOf(dataDir))) ?? (await startOwn(dataDir)).connection
}

/** The database of this installation, migrated; one of its own is started first. Throws a StartError when it does not start. */
async function openDatabase(config: Config): Promise<Database> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl) return { door: await openAt({ connectionString: databaseUrl }, config), isReadOnly: () => false }
  const postgres = await startOwn(dataDir)
  return { door: await openAt(postgres.connection, config), isReadOnly: postgres.isDiskLow }
}

/** The database of this installation, beside a server that may be at work on it. Throws a StartError when there is none. */
const openBeside = async (config: Config): Promise<Door> => openAt(await openAdmin(config, { mustExist: true }), config)

/**
 * From here on a fault that nobody caught is told, and takes nobody else along: what it broke off is one request or one
 * round of a job, whose transaction the database undoes.
 */
function outliveFaults(tell: (fault: Error) => void): void {
  const onFault = (fault: unknown) => tell(fault instanceof Error ? fault : new Error(String(fault)))
  process.on('uncaughtException', onFault)
  process.on('unhandledRejection', onFault)
}

function stopOnSignal(codeWhenStopped: number): void {
  const onSignal = () => {
    // A second signal means now.
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), stopDeadline).unref()
    stopAll().then(
      () => process.exit(codeWhenStopped),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

/** Runs a command, which a signal ends from its first moment on: cut short, it leaves no database running either. */
function run(command: () => Promise<void>, codeWhenStopped: number): void {
  stopOnSignal(codeWhenStopped)
  command().catch(async (error: unknown) => {
    // What a signal cuts short fails, and is no fault.
    if (isStopping) return
    await stopAll().catch(() => {})
    process.stderr.write(
      error instanceof StartError ? `${error.message}\n` : `${error instanceof Error ? error.stack : error}\n`,
    )
    process.exit(1)
  })
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const counted = (count: number, noun: string, nouns = `${noun}s`) => `${count} ${count === 1 ? noun : nouns}`

/** What is in a backup, in a few words. */
function contentOf({ tables, documents: { documents, files, bytes } }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const packed = tables.reduce((sum, table) => sum + table.bytes, 0)
  return `${counted(rows, 'row')} of ${counted(tables.length, 'table')} (${packed} bytes packed), ${counted(documents, 'document')} in ${counted(files, 'file')} of ${counted(bytes, 'byte')}`
}

/** The operator on the first start; the sample company when it is wanted. Says what a newcomer needs to sign in. */
async function furnish(door: Door, storage: Storage, config: Config): Promise<void> {
  const password = config.operator.password ?? randomBytes(16).toString('base64url')
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

/** Where browsers find the product when no address was set: known only as long as nothing stands before it. */
const ownOrigin = ({ host, trustProxy }: Config, address: string) =>
  isLoopback(host) && trustProxy === undefined ? address : undefined

/** Visitors' messages and letters about sign-ins, on their way out. */
function openMail(door: Door, { mail, publicUrl }: Config, keys: Tokens) {
  const mailer = openMailer(mail)
  return openOutbox(door, mailer, (round) => mailSignInLetters(door, mailer, { tokens: keys, publicUrl }, round))
}

const logSeal = (log: FastifyBaseLogger) => (company: string, seal: object) =>
  log.info({ event: 'audit_sealed', company, ...seal }, 'sealed')

async function start(): Promise<void> {
  const config = readConfig()
  openDataFolder(config)
  const log = openLog(config.logFolder)
  running.push(() => log.close())
  const database = await openDatabase(config)
  const storage = await openStorage(config)
  const drawing = openDrawing(database.door, storage)
  const sweeper = openSweeper(sweepsOf({ door: database.door, storage, letters: config.mail.folder }))
  const keys = tokens(config.sessionSecret, Date.now, config.oldSessionSecret)
  const outbox = openMail(database.door, config, keys)
  const app = await buildApp({
    door: database.door,
    tokens: keys,
    storage,
    isReadOnly: database.isReadOnly,
    metricsToken: config.metricsToken,
    mailsLinks: config.mail.smtpUrl !== undefined && config.publicUrl !== undefined,
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
  const warn = (what: string) => (error: Error) => app.log.error({ event: 'fault', err: error }, what)
  outliveFaults(warn('a fault that nobody caught'))
  running.push(sweeper.start((name, error) => warn(`sweeping ${name} failed`)(error)))
  running.push(outbox.start(warn('mailing failed')))
  running.push(drawing.start(warn('drawing pictures failed')))
  const sealLog = { onSealed: logSeal(app.log), warn: warn('sealing the audit trail failed') }
  running.push(sealEveryFewSeconds(database.door, keys, sealLog))
  // The first thing to end: nothing new is taken while the rest ends, and what is done till then is sealed.
  running.push(() => app.close())
  // What is missing is told before somebody waits for an upload that cannot arrive.
  if (storage.origin !== undefined) await storage.admits(config.publicUrl ?? ownOrigin(config, address))
  say(`\n  Plinth is ready: ${address}\n`)
  await takeOverTrails(database.door, keys).catch(warn('taking over the seals of the audit trail failed'))
  if (config.oldSessionSecret === undefined) return
  const people = await sealAllAnew(database.door, keys).catch(warn('sealing second factors anew failed'))
  if (people === undefined) return
  say(`  Sealed anew with the present session secret: ${counted(people, 'second factor')}.`)
  say('  Sessions need the old one for seven days more.\n')
}

/** After the secret was replaced; says what was found. */
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

/** Reads every document in the store and says what is not as it was stored; nothing is served meanwhile. */
async function verifyDocuments(): Promise<void> {
  const config = readConfig()
  openDataFolder(config, { logs: false })
  const { door } = await openDatabase(config)
  const { documents, bytes, faults } = await verify(door, await openStorage(config))
  for (const fault of faults) say(fault)
  say(`${counted(documents, 'document')}, ${counted(bytes, 'byte')} read, ${counted(faults.length, 'fault')}.`)
  await stopAll()
  process.exitCode = faults.length > 0 ? 1 : 0
}

/** What an earlier run has printed: company, number and digest of a seal in each line that names one. */
const headsIn = (text: string): Head[] =>
  [...text.matchAll(/^\s*([\da-f-]{36}) (\d+) ([\da-f]{64})$/gm)].map(([, company = '', number, digest = '']) => ({
    company,
    number: Number(number),
    digest,
  }))

/** Makes every seal of the audit trails anew and says what is not as it was sealed; the product may be serving meanwhile. */
async function verifyAudit(noted: string | undefined): Promise<void> {
  const config = readConfig()
  const door = await openBeside(config)
  const heads = noted === undefined ? [] : headsIn(readFileSync(noted, 'utf8'))
  const found = await verifyTrails(door, tokens(config.sessionSecret, Date.now, config.oldSessionSecret), heads)
  for (const { company, number, digest } of found.heads) say(`${company} ${number} ${digest}`)
  for (const { company, number, fault } of found.faults) say(`FAULT ${company} seal ${number}: ${fault}`)
  for (const { company, first, last } of found.unknown)
    say(`UNKNOWN ${company} seals ${first} to ${last}: made under a key that this installation does not know.`)
  const unknown = found.unknown.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  const sealed = found.heads.reduce((sum, { number }) => sum + number, 0)
  say(
    `${sealed} seals of ${found.heads.length} companies made anew, ${heads.length} noted ones compared, ${found.faults.length} faults, ${unknown} of an unknown key.`,
  )
  await stopAll()
  process.exitCode = found.faults.length + unknown > 0 ? 1 : 0
}

/** Copies everything there is into a folder of its own; the product may be serving meanwhile. */
async function takeBackup(args: string[]): Promise<void> {
  const { folder, keep } = readBackupOrder(args)
  const config = readConfig()
  const admin = await openAdmin(config, { mustExist: true })
  const taken = await backUp({ admin, storage: await openStorage(config), folder: resolve(folder), keep, config })
  const { path, faults, removed, reread } = taken
  for (const fault of faults) say(fault)
  say(`Backup ${path}: ${contentOf(taken)}.`)
  say(
    `Read again: ${counted(reread.backups, 'backup')} before it, ${counted(reread.contents, 'content')} of ${counted(reread.bytes, 'byte')}; ${counted(faults.length, 'fault')}.`,
  )
  if (faults.length > 0 && keep !== undefined) say('Nothing was removed, since not everything is as it should be.')
  if (removed > 0) say(`${counted(removed, 'older backup')} removed.`)
  await stopAll()
  process.exitCode = faults.length > 0 ? 1 : 0
}

/** Fills an empty installation with a backup. */
async function restoreBackup(args: string[]): Promise<void> {
  const { from, ...how } = readRestoreOrder(args)
  const config = readConfig()
  const openTarget = async () => {
    openDataFolder(config, { logs: false })
    return { admin: await openAdmin(config), storage: await openStorage(config) }
  }
  const done = await restore({ openTarget, from: resolve(from), ...how, config })
  const leftOut = done.leftOut > 0 ? ` ${counted(done.leftOut, 'file')} of documents left out.` : ''
  say(`Restored the backup of ${done.moment}: ${contentOf(done)}.${leftOut} It can be started now.`)
  await stopAll()
  process.exitCode = done.leftOut > 0 ? 1 : 0
}

const commands: Record<string, (args: string[]) => Promise<void>> = {
  start,
  'verify-documents': verifyDocuments,
  'verify-audit': ([noted]) => verifyAudit(noted),
  backup: takeBackup,
  restore: restoreBackup,
}

const [name = 'start', ...args] = process.argv.slice(2)
// A server is there to be stopped; any other command has not done what it was to do.
run(
  async () => {
    const command = commands[name]
    if (!command) throw new StartError(`There is no command ${name}, only ${Object.keys(commands).join(', ')}.`)
    await command(args)
  },
  name === 'start' ? 0 : 1,
)
