import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createStream } from 'rotating-file-stream'
import { afterAll, describe, expect, test } from 'vitest'
import { openLog } from './log-target.ts'

/** Tests where the log is written, and how the server behaves when it cannot be written. */

const root = mkdtempSync(join(tmpdir(), 'plinth-log-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(root, { recursive: true })
})

const textOf = (folder: string, name = 'server.log') => readFileSync(join(folder, name), 'utf8')
const polling = { timeout: 20_000 }

describe('the log in a folder', () => {
  test('writes lines in order to a file that only its owner reads, after those of an earlier start', async () => {
    const folder = join(root, 'not', 'there', 'yet')
    for (const start of [1, 2]) {
      const log = openLog(folder)
      for (let line = 0; line < 1_000; line += 1) log.write(`${start} ${line}\n`)
      await log.close()
    }
    const expected = [1, 2].flatMap((start) => Array.from({ length: 1_000 }, (_, line) => `${start} ${line}`))
    expect(textOf(folder).trimEnd().split('\n')).toEqual(expected)
    expect(statSync(join(folder, 'server.log')).mode & 0o777).toBe(0o600)
  })

  test('renames a file of 50 MB and keeps ten older ones', async () => {
    const folder = join(root, 'turned')
    mkdirSync(folder)
    for (let old = 1; old <= 10; old += 1) writeFileSync(join(folder, `server.log.${old}`), `old ${old}`)
    writeFileSync(join(folder, 'server.log'), '')
    truncateSync(join(folder, 'server.log'), 50 * 1_048_576 - 10)
    const log = openLog(folder)
    log.write('the last line\n')
    await expect.poll(() => statSync(join(folder, 'server.log')).size).toBe(0)
    log.write('the first line\n')
    await log.close()
    expect(textOf(folder)).toBe('the first line\n')
    expect(textOf(folder, 'server.log.1').endsWith('the last line\n')).toBe(true)
    expect(textOf(folder, 'server.log.2')).toBe('old 1')
    expect(textOf(folder, 'server.log.10')).toBe('old 9')
    expect(existsSync(join(folder, 'server.log.11'))).toBe(false)
  })

  test('retries lines that cannot be written, and counts and reports the lines it dropped', async () => {
    const folder = join(root, 'barred')
    mkdirSync(join(folder, 'server.log'), { recursive: true })
    const log = openLog(folder)
    log.write('first\n')
    // The log's timer has the same length and started earlier, so the log has tried to open the file by now.
    await sleep(20)
    await once(createStream('server.log', { path: folder }), 'error')
    const line = `${'x'.repeat(999_999)}\n`
    for (let written = 0; written < 20; written += 1) log.write(line)
    expect(log.lost()).toBe(12)
    rmdirSync(join(folder, 'server.log'))
    await expect
      .poll(() => existsSync(join(folder, 'server.log')) && textOf(folder).length, polling)
      .toBeGreaterThan(1e6)
    log.write('last\n')
    await log.close()
    const [first = '', ...lines] = textOf(folder)
      .split('\n')
      .filter((each) => each !== '')
    expect(JSON.parse(first)).toMatchObject({ level: 'warn', event: 'log_lost', lines: 12 })
    expect(lines.map((each) => each.slice(0, 5))).toEqual([
      'first',
      ...Array.from({ length: 8 }, () => 'xxxxx'),
      'last',
    ])
  }, 30_000)
})

describe('the log on standard output', () => {
  const script = `
    const { newServer } = await import('${join(import.meta.dirname, '../http/http-server.ts')}')
    const { openLog } = await import('${join(import.meta.dirname, 'log-target.ts')}')
    const log = openLog(undefined)
    const app = newServer({ log }, new Map())
    app.get('/x', async () => ({ status: 'alive' }))
    await app.listen({ port: 0 })
    const first = 'x'.repeat(100_000)
    let answered = 0
    for (let call = 0; call < 150; call += 1) {
      app.log.info({ first })
      answered += Number((await fetch('http://127.0.0.1:' + app.server.address().port + '/x')).ok)
    }
    process.stderr.write(JSON.stringify({ answered, lost: log.lost() }) + '\\n')
    await app.close()
    await log.close()
    process.stderr.write('closed')
    process.exit(0)`
  function serve(stdout: 'pipe' | number) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', stdout, 'pipe'] })
    children.push(child)
    let output = ''
    child.stderr?.on('data', (chunk) => (output += chunk))
    return { child, output: () => output }
  }

  test.each([
    ['nobody reads it', 'pipe' as const],
    ['its disk is full', '/dev/full'],
  ])(
    'does not block the answers and the stop of the server while %s',
    async (_, target) => {
      const file = target === 'pipe' ? target : openSync(target, 'w')
      const { child, output } = serve(file)
      const [code] = await once(child, 'exit')
      if (typeof file === 'number') closeSync(file)
      const [first = '', closed] = output().split('\n')
      expect([code, closed]).toEqual([0, 'closed'])
      expect(JSON.parse(first)).toMatchObject({ answered: 150 })
      expect(JSON.parse(first).lost).toBeGreaterThan(20)
    },
    60_000,
  )

  test('writes lines in the order of their events', async () => {
    const { child } = serve('pipe')
    let received = ''
    child.stdout?.setEncoding('utf8').on('data', (chunk) => (received += chunk))
    await once(child, 'close')
    const lines = received
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.filter(({ event }) => event === 'request')).toHaveLength(150)
    const named = lines.map(({ event }) => event).filter((event) => event.startsWith('server_'))
    expect(named).toEqual(['server_started', 'server_stopping', 'server_stopped'])
  }, 60_000)
})
