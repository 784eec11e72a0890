import { expect, test } from 'vitest'
import { filesWhere, offences } from './source.ts'

/** The files with sizes of their own: public pages, drawings of the product, and drawings to scale. */
const exempt =
  /(?:site|About|Home|PlainPages|ProductPicture|ContactForm|Login|DocumentPreview|TaskGantt|Sidebar)\.module\.css$/
const styles = filesWhere((path) => /^web\/src\/.*\.module\.css$/.test(path) && !exempt.test(path))

const known = /^(?:var\(--(?:small|text|large|title)\)|inherit|0\.75rem|0\.8125rem|0\.9375rem|1\.25rem)$/
/** Allowed besides: the headline of a card, text on paper, and the browser's text on an input that covers a button. */
const besides = new Set(['1.5rem', '0.6875rem', '0'])

test('every text has one of the sizes of docs/looks.md', () => {
  const strange = (text: string) =>
    [...text.matchAll(/font-size: ([^;]+);/g)]
      .map(([, size = '']) => size)
      .filter((size) => !known.test(size) && !besides.has(size))
  expect(styles.length).toBeGreaterThan(20)
  expect(offences(styles, ({ text }) => strange(text))).toEqual([])
})
