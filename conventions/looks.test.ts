import { expect, test } from 'vitest'
import { filesWhere, offences } from './source.ts'

/** What nobody works on, what draws the product small, and what is drawn to a scale of its own: they have sizes of their own. */
const apart =
  /(?:site|About|Home|PlainPages|ProductPicture|ContactForm|Login|DocumentPreview|TaskGantt|Sidebar)\.module\.css$/
const styles = filesWhere((path) => /^web\/src\/.*\.module\.css$/.test(path) && !apart.test(path))

const known = /^(?:var\(--(?:small|text|large|title)\)|inherit|0\.75rem|0\.8125rem|0\.9375rem|1\.25rem)$/
/** The one headline of a card, what a sheet of paper has, and the words of a browser on an input that is a whole button. */
const besides = new Set(['1.5rem', '0.6875rem', '0'])

test('a text has one of the sizes of docs/looks.md', () => {
  const strange = (text: string) =>
    [...text.matchAll(/font-size: ([^;]+);/g)]
      .map(([, size = '']) => size)
      .filter((size) => !known.test(size) && !besides.has(size))
  expect(styles.length).toBeGreaterThan(20)
  expect(offences(styles, ({ text }) => strange(text))).toEqual([])
})
