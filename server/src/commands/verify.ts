import { readFileSync } from 'node:fs'
import { verify } from '../documents/documents/sweep.queries.ts'
import { readConfig } from '../kernel/config/config.ts'
import { openDataFolder } from '../kernel/config/data-folder.ts'
import { openStorage } from '../kernel/files/storage-s3.ts'
import { tokens } from '../kernel/secrets/tokens.ts'
import { verifyBills as verifyStoredBills } from '../money/bills/verify.queries.ts'
import { type Head, verifyTrails } from '../platform/audit-trail/seals.queries.ts'
import { mendDeadlines, verifyDeadlines as verifyStoredDeadlines } from '../reminders/deadlines/verify.queries.ts'
import { openBeside, openDatabase } from './installation.ts'
import { counted, say } from './output.ts'
import { stopAll } from './running.ts'

/** Reads every document in the store and prints which are not as they were stored; nothing is served meanwhile. */
export async function verifyDocuments(): Promise<void> {
  const config = readConfig()
  openDataFolder(config, { logs: false })
  const { door } = await openDatabase(config)
  const { documents, bytes, faults } = await verify(door, await openStorage(config))
  for (const fault of faults) say(fault)
  say(`${counted(documents, 'document')}, ${counted(bytes, 'byte')} read, ${counted(faults.length, 'fault')}.`)
  await stopAll()
  process.exitCode = faults.length > 0 ? 1 : 0
}

/** Seals that an earlier run printed: a company, a number and a digest in each line that names one. */
const headsIn = (text: string): Head[] =>
  [...text.matchAll(/^\s*([\da-f-]{36}) (\d+) ([\da-f]{64})$/gm)].map(([, company = '', number, digest = '']) => ({
    company,
    number: Number(number),
    digest,
  }))

/**
 * Recomputes every seal of the audit trails and prints which entries differ from their seals; the product may be
 * serving meanwhile.
 */
export async function verifyAudit(headsFile: string | undefined): Promise<void> {
  const config = readConfig()
  const door = await openBeside(config)
  const heads = headsFile === undefined ? [] : headsIn(readFileSync(headsFile, 'utf8'))
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

/**
 * Recomputes every bill from its stored input and prints which figures differ; the product may be serving meanwhile.
 */
export async function verifyBills(): Promise<void> {
  const door = await openBeside(readConfig())
  const { bills, faults } = await verifyStoredBills(door)
  for (const fault of faults) say(fault)
  say(`${counted(bills, 'bill')} computed again, ${counted(faults.length, 'fault')}.`)
  await stopAll()
  process.exitCode = faults.length > 0 ? 1 : 0
}

/**
 * Compares every stored deadline with its records and prints which differ; the product may be serving meanwhile. With
 * `mend` it writes the deadlines of the companies that have faults anew.
 */
export async function verifyDeadlines(mend: boolean): Promise<void> {
  const door = await openBeside(readConfig())
  const { deadlines, faults, companies } = await verifyStoredDeadlines(door)
  for (const fault of faults) say(fault)
  say(`${counted(deadlines, 'deadline')} computed again, ${counted(faults.length, 'fault')}.`)
  for (const company of mend ? companies : []) {
    await mendDeadlines(door, company)
    say(`The deadlines of ${company} were written anew.`)
  }
  await stopAll()
  process.exitCode = faults.length > 0 ? 1 : 0
}
