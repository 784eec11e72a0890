import { expect, test } from 'vitest'
import { filesWhere, isTest, isTestSupport, isTypeScript } from './source.ts'

const limits = { files: 250, median: 80, lines: 300, testLines: 500 }

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n').length
/** Written by a tool, read by none but another. */
const isGenerated = (path: string) => path === 'server/src/kernel/schema.ts'
const code = filesWhere((path) => (isTypeScript(path) || path.endsWith('.mjs')) && !isGenerated(path)).map(
  ({ path, text }) => ({
    path,
    lines: linesOf(text),
  }),
)
const product = code.filter(({ path }) => /^(api|server|web|local-postgres)\/src\//.test(path) && !isTestSupport(path))

const median = (sorted: number[]) => sorted[Math.floor(sorted.length / 2)] ?? 0

test('the product keeps its budget of files and their size', () => {
  const half = median(product.map(({ lines }) => lines).toSorted((a, b) => a - b))
  console.log(`budget: ${product.length} source files, median ${half} lines`)
  expect(product.length, 'source files').toBeLessThanOrEqual(limits.files)
  expect(half, 'median lines').toBeLessThanOrEqual(limits.median)
})

test('no file is over its limit', () => {
  const isOver = ({ path, lines }: { path: string; lines: number }) =>
    lines > (isTest(path) || path.startsWith('e2e/') ? limits.testLines : limits.lines)
  expect(code.filter(isOver).map(({ path, lines }) => `${path}: ${lines} lines`)).toEqual([])
})
