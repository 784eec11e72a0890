import { expect, test } from 'vitest'
import { filesWhere, isTest, isTestSupport, isTypeScript } from './source.ts'

const limits = { files: 250, median: 80, operating: 12, lines: 300, testLines: 500 }

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n').length
/** Written by a tool, read by none but another. */
const isGenerated = (path: string) => path === 'server/src/kernel/schema.ts'
const code = filesWhere((path) => (isTypeScript(path) || path.endsWith('.mjs')) && !isGenerated(path)).map(
  ({ path, text }) => ({
    path,
    lines: linesOf(text),
  }),
)
/** What the specification does not ask for and whoever operates the product needs: it has a budget of its own. */
const isOperating = (path: string) => /\/src\/(audit-trail|backup)[/.]|^server\/src\/kernel\/log\.ts$/.test(path)
const inProduct = code.filter(
  ({ path }) => /^(api|server|web|local-postgres)\/src\//.test(path) && !isTestSupport(path),
)
const product = inProduct.filter(({ path }) => !isOperating(path))

const median = (sorted: number[]) => sorted[Math.floor(sorted.length / 2)] ?? 0

test('the product keeps its budget of files and their size', () => {
  const half = median(product.map(({ lines }) => lines).toSorted((a, b) => a - b))
  console.log(`budget: ${product.length} source files, median ${half} lines`)
  expect(product.length, 'source files').toBeLessThanOrEqual(limits.files)
  expect(inProduct.length - product.length, 'files for operating it').toBeLessThanOrEqual(limits.operating)
  expect(half, 'median lines').toBeLessThanOrEqual(limits.median)
})

test('no file is over its limit', () => {
  const isOver = ({ path, lines }: { path: string; lines: number }) =>
    lines > (isTest(path) || path.startsWith('e2e/') ? limits.testLines : limits.lines)
  expect(code.filter(isOver).map(({ path, lines }) => `${path}: ${lines} lines`)).toEqual([])
})
