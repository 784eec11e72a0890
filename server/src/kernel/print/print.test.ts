import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { childrenOf, ticksOf } from '../testing/children.ts'
import { englishLetter } from '../testing/letters.ts'
import { textsOfPages, wordsIn } from '../testing/pdf-text.ts'
import { letterPdf } from './letter-pdf.ts'
import { endPrinting, printPdf } from './print.ts'

const folder = mkdtempSync(join(tmpdir(), 'plinth-print-'))
afterAll(() => {
  endPrinting()
  rmSync(folder, { recursive: true, force: true })
})

let count = 0

/** Prints a template written for the test. */
function print(template: string, data: unknown = {}, party = 'a company'): Promise<Buffer> {
  const file = join(folder, `${(count += 1)}.typ`)
  writeFileSync(file, template)
  return printPdf(party, pathToFileURL(file), data)
}

const textsOf = async (template: string, data?: unknown) => textsOfPages(await print(template, data)).map(wordsIn)

const endless = '#let n = 0\n#for a in range(1000000) { for b in range(100000) { n = n + 1 } }\nDone'

test('a template gets its data as JSON', async () => {
  const data = { list: ['₹ 4,32,500.00', 'निविदा'], none: null, number: 12.5 }
  const template = '#let it = json(bytes(sys.inputs.data))\n#it.list.join(" and "), #it.number, #repr(it.none)'
  expect(await textsOf(template, data)).toEqual(['₹ 4,32,500.00 and निविदा, 12.5, none'])
})

test('a template that takes more than ten seconds is ended, and the next one is printed', async () => {
  await print('Warm')
  const begun = performance.now()
  const [first, second] = await Promise.allSettled([print(endless), textsOf('Behind')])
  expect(first).toMatchObject({ reason: { status: 503, code: 'unavailable', retryAfter: 5 } })
  expect(second).toEqual({ status: 'fulfilled', value: ['Behind'] })
  expect(performance.now() - begun).toBeGreaterThan(9_000)
})

test('a template that takes too much memory is ended long before that', async () => {
  const greedy =
    '#let s = "0123456789abcdef"\n#let all = range(40).map(n => { let t = s * (4000000 + n); t })\n#all.len()'
  const begun = performance.now()
  await expect(print(greedy)).rejects.toMatchObject({ status: 503 })
  expect(performance.now() - begun).toBeLessThan(9_000)
  expect(await textsOf('Again')).toEqual(['Again'])
})

test('a process that has become large ends after its answer, and another one prints the next page', async () => {
  const large = '#let s = "0123456789abcdef"\n#let all = s * 14000000\n#all.len()'
  expect(await textsOf(large)).toEqual(['224000000'])
  for (const word of ['One', 'Two', 'Three']) expect(await textsOf(word)).toEqual([word])
})

test('a process that was ended is replaced by another', async () => {
  await print('Warm')
  const [pid = 0] = childrenOf(process.pid, 'print-process')
  const before = ticksOf(pid)
  const under = print(endless)
  await expect.poll(() => ticksOf(pid)).toBeGreaterThan(before + 20)
  endPrinting()
  await expect(under).rejects.toMatchObject({ status: 503 })
  expect((await letterPdf('a company', englishLetter)).subarray(0, 5).toString()).toBe('%PDF-')
})

test.each([
  ['a file of the machine', '#read("/etc/passwd")'],
  ['a file above', '#read("../../../../../../etc/passwd")'],
  ['a file beside it', '#read("print.ts")'],
  ['a template of ours', '#include "/letter.typ"'],
  ['a picture', '#image("/etc/hostname")'],
  ['a package', '#import "@preview/cetz:0.3.0"'],
  ['a package of the machine', '#import "@local/any:0.1.0"'],
])('a template reads and downloads nothing: %s', async (_, template) => {
  await expect(print(template)).rejects.toThrow('The template is at fault')
})

test('a faulty template is an internal fault, with its reason', async () => {
  await expect(print('#panic("nothing to print")')).rejects.toThrow(/nothing to print/)
  await expect(print('#let')).rejects.not.toHaveProperty('status')
})

test('a company may have ten pages under way, and another company still gets its own', async () => {
  const many = Array.from({ length: 14 }, (_, at) => print(`Page ${at}`, {}, 'busy'))
  const other = print('Other', {}, 'calm')
  const settled = await Promise.allSettled(many)
  const refused = settled.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(4)
  for (const each of refused) expect(each).toMatchObject({ reason: { status: 429, code: 'too_many' } })
  expect(textsOfPages(await other).map(wordsIn)).toEqual(['Other'])
})
