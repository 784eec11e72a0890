import { describe, expect, test } from 'vitest'
import { storeFull } from '../../kernel/files/storage.ts'
import { StartError } from '../../kernel/start-error.ts'
import {
  folderNameOf,
  isFolderName,
  lineOf,
  loadOrder,
  readBackupOrder,
  readLine,
  readManifest,
  readRestoreOrder,
  secretMarkOf,
  sentenceOf,
} from './archive.rules.ts'

describe('the arguments of a command', () => {
  test('of a backup are a folder and the number of backups to keep', () => {
    expect(readBackupOrder(['/backups'])).toEqual({ folder: '/backups', keep: undefined })
    expect(readBackupOrder(['/backups', '--keep', '7'])).toEqual({ folder: '/backups', keep: 7 })
    expect(readBackupOrder(['--keep=14', 'b'])).toEqual({ folder: 'b', keep: 14 })
  })

  test.each([
    [],
    ['a', 'b'],
    ['a', '--keep', '0'],
    ['a', '--keep', '1.5'],
    ['a', '--keep', 'all'],
    ['a', '--keep'],
    ['a', '--kept', '1'],
  ])('of a backup given as %j are refused with the usage', (...args) => {
    expect(() => readBackupOrder(args)).toThrow(StartError)
    expect(() => readBackupOrder(args)).toThrow(/Use: npm run backup -- <folder> \[--keep <number of backups>\]$/)
  })

  test('of a restore are one backup and what to tolerate', () => {
    expect(readRestoreOrder(['b'])).toEqual({ from: 'b', skipDamaged: false, newSecret: false })
    expect(readRestoreOrder(['b', '--skip-damaged', '--new-secret'])).toEqual({
      from: 'b',
      skipDamaged: true,
      newSecret: true,
    })
    for (const args of [[], ['a', 'b'], ['a', '--force']])
      expect(() => readRestoreOrder(args)).toThrow(/Use: npm run restore -- <folder>\/<moment>/)
  })
})

describe('the archive', () => {
  test('is named by its moment, so that names sort by time', () => {
    const name = folderNameOf(new Date(Date.UTC(2026, 10, 21, 9, 5, 7, 3)))
    expect(name).toBe('2026-11-21T09-05-07.003Z')
    expect(isFolderName(name)).toBe(true)
    for (const other of ['files', 'lost+found', `${name}.old`, '2026-11-21']) expect(isFolderName(other)).toBe(false)
  })

  test('lists files so that they are read back as written', () => {
    const file = { sha256: 'a'.repeat(64), size: 12, key: '0a/0b.preview' }
    expect(readLine(lineOf(file).trimEnd())).toEqual(file)
    for (const line of ['', 'x', lineOf({ ...file, sha256: 'b' }), `${lineOf(file)} more`])
      expect(() => readLine(line)).toThrow('The list of documents is damaged')
  })

  test('rejects anything that is not its manifest', () => {
    for (const text of ['', '{}', '[]', 'null', '{"format":1}', '{"format":"1"}'])
      expect(() => readManifest(text, '/b/1')).toThrow('/b/1/manifest.json is damaged')
    expect(() => readManifest('{"format":2}', '/b/1')).toThrow('/b/1 was made by a newer version of the product')
  })

  test('identifies secrets without revealing them', () => {
    const secret = 'x'.repeat(32)
    expect(secretMarkOf(secret)).toBe(secretMarkOf(secret))
    expect(secretMarkOf(secret)).not.toBe(secretMarkOf(`${secret}y`))
    expect(secretMarkOf(secret)).not.toContain(secret)
  })
})

describe('tables', () => {
  const table = (name: string, ...parents: string[]) => ({ name, parents })
  test('are loaded after the tables they refer to', () => {
    const tables = [
      table('deposits', 'contracts', 'tenants'),
      table('contracts', 'tenants', 'imports'),
      table('imports', 'tenants'),
      table('tenants'),
    ]
    expect(loadOrder(tables).map(({ name }) => name)).toEqual(['tenants', 'imports', 'contracts', 'deposits'])
    // A table outside the backup is not waited for.
    expect(loadOrder([table('a', 'elsewhere')])).toHaveLength(1)
  })

  test('that refer to each other in a circle are refused', () => {
    expect(() => loadOrder([table('a', 'b'), table('b', 'a'), table('c')])).toThrow('in a circle: a,b')
  })
})

describe('an error', () => {
  const coded = (code: string) => Object.assign(new Error(`${code}: it failed`), { code })
  test.each([
    [coded('ENOSPC'), 'The disk of /b is full: what was begun is not complete.'],
    [coded('EDQUOT'), 'The disk of /b is full: what was begun is not complete.'],
    [coded('EACCES'), '/b cannot be worked with: EACCES: it failed.'],
    [coded('EROFS'), '/b cannot be worked with: EROFS: it failed.'],
    [coded('57P01'), 'The database went away: 57P01: it failed. What was begun is not complete.'],
    [
      new Error('Connection terminated unexpectedly'),
      'The database went away: Connection terminated unexpectedly. What was begun is not complete.',
    ],
    [storeFull(), 'The document store is full. Nothing was saved. What was begun is not complete.'],
  ])('%s is reported in a sentence', (error, sentence) => {
    const answer = sentenceOf(error, '/b')
    expect(answer).toBeInstanceOf(StartError)
    expect(answer).toMatchObject({ message: sentence })
  })

  test('that the user cannot mend keeps its stack', () => {
    for (const error of [new TypeError('x is not a function'), coded('23505'), 'text', new StartError('said already')])
      expect(sentenceOf(error, '/b')).toBe(error)
  })
})
