import { expect, test } from 'vitest'
import { filesWhere, offences } from './source.ts'

/** This file contains the forbidden patterns. */
const self = 'conventions/text.test.ts'
const isText = (path: string) =>
  /\.(tsx?|m?js|d\.mts|sql|css|html|json|md|ya?ml|sh)$|^\.ci\/run$|(^|\/)Dockerfile$/.test(path) && path !== self
const files = filesWhere(isText)

const forbidden: Record<string, RegExp> = {
  'unfinished work': /\b(?:TODO|FIXME|XXX|HACK)\b.*/g,
  'who or what wrote it': /\b(?:AI|LLM|GPT|ChatGPT|Claude|Copilot)\b(?:-\w+)?.{0,20}/g,
  'a path of somebody’s machine': /(?<![\w.])\/(?:work|home|Users|root)\/[\w.-]+/g,
  'the history of the code': /\b(?:used to be|previously,|no longer needed|was refactored|legacy code)\b.*/gi,
}

test.each(Object.entries(forbidden))('no file mentions %s', (_, pattern) => {
  expect(offences(files, ({ text }) => [...text.matchAll(pattern)].map(([match]) => match))).toEqual([])
})

const suppression =
  /(?:oxlint|eslint)-disable(?:-next-line|-line)?\b[^\n]*|@ts-(?:expect-error|ignore|nocheck)\b[^\n]*|biome-ignore[^\n]*|(?:v8|c8|istanbul) ignore[^\n]*/g

/** `oxlint-disable-next-line rule -- reason`, `@ts-expect-error: reason`, `biome-ignore part: reason`. */
function isReasoned(comment: string): boolean {
  const [head = '', ...rest] = comment.replace(/\s*\*\/.*$/, '').split(/\s--\s|:\s/)
  const hasRuleName = !/^(?:oxlint|eslint)-/.test(head) || /-disable(?:-next-line|-line)?\s+[\w@]/.test(head)
  return hasRuleName && rest.join(' ').trim().length >= 10
}

const isComment = (text: string, at: number) =>
  /(?:\/\/|\/\*|\{\/\*|^\s*\*)[^\n]*$/.test(text.slice(text.lastIndexOf('\n', at) + 1, at))

test('every suppression names its rule and gives a reason', () => {
  const code = files.filter(({ path }) => /\.(tsx?|mjs)$/.test(path))
  const faults = offences(code, ({ text }) =>
    [...text.matchAll(suppression)].flatMap((match) =>
      isComment(text, match.index) && !isReasoned(match[0]) ? [match[0]] : [],
    ),
  )
  expect(faults).toEqual([])
})

test('no suppression covers a whole file', () => {
  const whole = /^\s*\/\*\s*(?:oxlint|eslint)-disable(?!-)|@ts-(?:nocheck|ignore)\b/gm
  const code = files.filter(({ path }) => /\.(tsx?|mjs)$/.test(path))
  expect(offences(code, ({ text }) => [...text.matchAll(whole)].map(([match]) => match.trim()))).toEqual([])
})
