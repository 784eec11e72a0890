import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { headIfClean, stampGate } from '../scripts/gate-stamp.mjs'
import { runFailedAgain, summedUp } from '../scripts/unsteady.mjs'

const failedFile = (file: string, failedTests = ['a rule holds']) => ({
  project: 'server',
  file,
  passed: 4,
  failed: 1,
  skipped: 0,
  failedTests,
})
const passes = { passed: 5, failed: 0, skipped: 0 }

describe('a failed file', () => {
  test('that passes alone is unsteady and does not fail the run', async () => {
    const results = [{ passed: 104, failed: 1, skipped: 0, failedFiles: [failedFile('one.test.ts')] }]
    const { changes, lines } = await runFailedAgain(results, async () => passes)
    expect(lines).toEqual(['unsteady: one.test.ts > a rule holds'])
    expect(summedUp([...results, ...changes])).toEqual({ line: '105 passed, 0 failed', isPassed: true })
  })

  test('that failed outside a test is listed as unsteady too', async () => {
    const { lines } = await runFailedAgain(
      [{ ...passes, failedFiles: [failedFile('one.test.ts', [])] }],
      async () => passes,
    )
    expect(lines).toEqual(['unsteady: one.test.ts > (outside a test)'])
  })

  test('that fails again, or runs no test, fails the run', async () => {
    for (const again of [
      { passed: 4, failed: 1, skipped: 0 },
      { passed: 0, failed: 0, skipped: 5 },
    ]) {
      const results = [{ passed: 4, failed: 1, skipped: 0, failedFiles: [failedFile('one.test.ts')] }]
      const { changes, lines } = await runFailedAgain(results, async () => again)
      expect(lines).toEqual([])
      expect(summedUp([...results, ...changes])).toEqual({ line: '4 passed, 1 failed', isPassed: false })
    }
  })

  test('runs again with the environment of its part', async () => {
    const seen: unknown[] = []
    await runFailedAgain(
      [{ ...passes, failedFiles: [failedFile('one.test.ts')], env: { SURVIVE: 'short' } }],
      async ({ project, file, env }) => {
        seen.push([project, file, env])
        return passes
      },
    )
    expect(seen).toEqual([['server', 'one.test.ts', { SURVIVE: 'short' }]])
  })

  test('runs again only if at most two failed', async () => {
    const ran: string[] = []
    const failedFiles = ['one.test.ts', 'two.test.ts', 'three.test.ts'].map((file) => failedFile(file))
    const runFile = async ({ file }: { file: string }) => {
      ran.push(file)
      return passes
    }
    const results = (count: number) => [{ ...passes, failed: count, failedFiles: failedFiles.slice(0, count) }]
    expect(await runFailedAgain(results(3), runFile)).toEqual({ changes: [], lines: [] })
    expect(ran).toEqual([])
    const { lines } = await runFailedAgain(results(2), runFile)
    expect([ran, lines.length]).toEqual([['one.test.ts', 'two.test.ts'], 2])
  })
})

test('a run without a test does not pass', () => {
  expect(summedUp([{ passed: 0, failed: 0, skipped: 3 }])).toEqual({
    line: '0 passed, 0 failed, 3 skipped',
    isPassed: false,
  })
})

describe('the stamp of a gate that passed', () => {
  const lines = { line: '105 passed, 0 failed', minutes: 'minutes: test 9.0' }
  let folder: string
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
  const commit = () => {
    git('-c', 'user.name=Asha', '-c', 'user.email=asha@test.example', 'commit', '--allow-empty', '-qm', 'Change')
    return git('rev-parse', 'HEAD')
  }
  const stampOf = (head: string) => join(folder, 'node_modules', '.cache', 'plinth', 'gate', head)
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plinth-stamp-'))
    git('init', '-q')
    writeFileSync(join(folder, '.gitignore'), 'node_modules\n')
    git('add', '.')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('contains its counts and minutes under the commit', () => {
    const head = commit()
    stampGate(headIfClean(folder), lines, folder)
    expect(readFileSync(stampOf(head), 'utf8')).toBe('105 passed, 0 failed\nminutes: test 9.0\n')
  })

  test('is not written for a tree with changes', () => {
    const head = commit()
    writeFileSync(join(folder, 'new.ts'), '')
    expect(headIfClean(folder)).toBeUndefined()
    stampGate(head, lines, folder)
    expect(existsSync(stampOf(head))).toBe(false)
  })

  test('is not written for a commit made meanwhile', () => {
    const [began, now] = [commit(), commit()]
    stampGate(began, lines, folder)
    expect([began, now].filter((head) => existsSync(stampOf(head)))).toEqual([])
  })
})
