import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { openDataFolder } from './data-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'plinth-data-'))
const at = (...names: string[]) => join(root, ...names)
/** Root can write everywhere, so an account is needed that cannot. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

beforeAll(() => {
  for (const name of ['read-only', 'no log', 'no files', 'no letters', 'no database']) mkdirSync(at(name))
  for (const names of [
    ['file'],
    ['no log', 'logs'],
    ['no files', 'files'],
    ['no letters', 'mail'],
    ['no database', 'postgres'],
  ])
    writeFileSync(at(...names), '')
  mkdirSync(at('a folder as log', 'logs', 'server.log'), { recursive: true })
  mkdirSync(at('log of somebody else', 'logs'), { recursive: true })
  writeFileSync(at('log of somebody else', 'logs', 'server.log'), '', { mode: 0o444 })
  for (const names of [[], ['log of somebody else'], ['log of somebody else', 'logs']]) chmodSync(at(...names), 0o777)
  chmodSync(at('read-only'), 0o555)
})
const children: ChildProcess[] = []
afterAll(async () => {
  // A start that was not refused is still running.
  for (const child of children) if (child.kill()) await once(child, 'close')
  rmSync(root, { recursive: true })
})

/** Runs a command of the product and returns its error output and exit code. */
async function endOf(dataDir: string, account: object, command: readonly string[]) {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0' }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts'), ...command], { env, ...account })
  children.push(child)
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { output, code }
}

describe('the start with an unusable data directory ends with one sentence that names the setting:', () => {
  const other = 'set it to a folder that this account may write to'
  const away = 'move it away, or set another DATA_DIR'
  const elsewhere = 'move it away, or set LOG=stdout'
  test.each([
    [['file'], `DATA_DIR leads to ${at('file')}, which is no folder: ${other}.`],
    [
      ['file', 'below', 'it'],
      `DATA_DIR leads to ${at('file', 'below', 'it')}, but ${at('file')} is no folder: ${other}.`,
    ],
    [['read-only'], `DATA_DIR leads to ${at('read-only')}, where this account may not write (EACCES): ${other}.`],
    [['read-only', 'new'], `DATA_DIR leads to ${at('read-only', 'new')}, which cannot be made (EACCES): ${other}.`],
    [['no files'], `DATA_DIR leads to ${at('no files', 'files')}, which is no folder: ${away}.`],
    [['no letters'], `DATA_DIR leads to ${at('no letters', 'mail')}, which is no folder: ${away}.`],
    [['no database'], `DATA_DIR leads to ${at('no database', 'postgres')}, which is no folder: ${away}.`],
    [['no log'], `LOG leads to ${at('no log', 'logs')}, which is no folder: ${elsewhere}.`],
    [
      ['a folder as log'],
      `LOG leads to ${at('a folder as log', 'logs', 'server.log')}, which is no file: ${elsewhere}.`,
    ],
    [
      ['log of somebody else'],
      `LOG leads to ${at('log of somebody else', 'logs', 'server.log')}, which this account may not write (EACCES): ${elsewhere}.`,
    ],
  ])('%j', async (names, sentence) => {
    const account = /EACCES/.test(sentence) ? nobody : {}
    expect(await endOf(at(...names), account, [])).toEqual({ output: `${sentence}\n`, code: 1 })
  })

  test('other commands check it too, but not the log', async () => {
    const sentence = `DATA_DIR leads to ${at('file')}, which is no folder: ${other}.\n`
    expect(await endOf(at('file'), {}, ['verify-documents'])).toEqual({ output: sentence, code: 1 })
  })

  test('a log on standard output needs no folder', () => {
    const env = { DATABASE_URL: 'postgresql://db.example/plinth', SESSION_SECRET: 'x'.repeat(32) }
    expect(() => openDataFolder(readConfig({ ...env, DATA_DIR: at('no log') }))).toThrow(/^LOG /)
    openDataFolder(readConfig({ ...env, DATA_DIR: at('no log'), LOG: 'stdout' }))
    // A database on another server needs no folder either.
    openDataFolder(readConfig({ ...env, DATA_DIR: at('no database') }))
  })

  test('a missing directory is created', () => {
    openDataFolder(readConfig({ DATA_DIR: at('to', 'be', 'made') }))
    openDataFolder(readConfig({ DATA_DIR: at('to', 'be', 'made') }))
  })
})
