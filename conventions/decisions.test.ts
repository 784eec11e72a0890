import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { filesWhere, offences, textOf } from './source.ts'

const pages = filesWhere((path) => /^docs\/decisions\/.*\.md$/.test(path) && basename(path) !== 'README.md')
const names = pages.map(({ path }) => basename(path))
const numberOf = (path: string) => basename(path).slice(0, 4)
const numbers = names.map(numberOf)
const repeated = (list: string[]) => list.filter((one, at) => list.indexOf(one) !== at)

const statusOf = (text: string) => text.split('\n')[3]?.replace(/^Status: /, '') ?? ''
const isInForce = ({ text }: { text: string }) => statusOf(text).startsWith('in force')
const isStatus = (status: string) =>
  /^superseded by \d{4}$/.test(status) ||
  /^in force(?:, except [^;]+)?(?:; [^;]+ superseded by \d{4}(?: and \d{4})*)*$/.test(status)

/** The numbers after each `superseded by` of a status. */
const successorsIn = (status: string) =>
  [...status.matchAll(/superseded by (\d{4}(?: and \d{4})*)/g)].flatMap(([, list = '']) => list.split(' and '))

const [inForce = '', superseded = ''] = textOf('docs/decisions/README.md').split(/^## Superseded$/m)
const roomsOf = (text: string) => text.split(/^## /m).slice(1)
const linesIn = (text: string) => text.split('\n').filter((line) => line.startsWith('- ['))
const namesIn = (text: string) => linesIn(text).map((line) => /^- \[\d{4}\]\(([^)]+)\) ./.exec(line)?.[1] ?? line)

test('a decision is numbered and named', () => {
  expect(names.filter((name) => !/^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.md$/.test(name))).toEqual([])
  expect(repeated(numbers)).toEqual([])
})

test('a decision begins with its title, date and status', () => {
  const faults = offences(pages, ({ text }) => {
    const [title = '', gap, date = '', status = '', end] = text.split('\n')
    return [
      ...(/^# ./.test(title) && gap === '' ? [] : ['no title in the first line']),
      ...(/^Date: \d{4}-\d{2}-\d{2}$/.test(date) ? [] : ['no date such as "Date: 2026-03-05" below the title']),
      ...(status.startsWith('Status: ') && isStatus(statusOf(text)) && end === ''
        ? []
        : ['no status below the date, such as "Status: in force": docs/decisions/README.md has its forms']),
    ]
  })
  expect(faults).toEqual([])
})

test('a decision fits one page', () => {
  expect(offences(pages, ({ text }) => (text.trimEnd().split('\n').length > 80 ? ['over 80 lines'] : []))).toEqual([])
})

test('a decision is superseded by a later page that exists', () => {
  const faults = offences(pages, ({ path, text }) =>
    successorsIn(statusOf(text)).filter((number) => !numbers.includes(number) || number <= numberOf(path)),
  )
  expect(faults).toEqual([])
})

test('the index has each decision in force once, in a room', () => {
  expect(namesIn(inForce).toSorted()).toEqual(pages.filter(isInForce).map(({ path }) => basename(path)))
})

test('the index ends with the superseded decisions and what supersedes them', () => {
  const expected = pages.filter((page) => !isInForce(page))
  expect(namesIn(superseded)).toEqual(expected.map(({ path }) => basename(path)))
  expect(linesIn(superseded).map(successorsIn)).toEqual(expected.map(({ text }) => successorsIn(statusOf(text))))
})

test('each line of the index names the number of its page, in order', () => {
  const faults = [...roomsOf(inForce), superseded].flatMap((room) => {
    const lines = linesIn(room)
    const misnamed = lines.filter((line) => !/^- \[(\d{4})\]\(\1-/.test(line))
    return [...misnamed, ...lines.filter((line, at) => at > 0 && line < (lines[at - 1] ?? ''))]
  })
  expect(faults).toEqual([])
})
