import { expect, test } from 'vitest'
import { filesWhere, offences, paths } from './source.ts'

const isDoc = (path: string) =>
  path === 'README.md' || path === 'CONTRIBUTING.md' || /^docs\/.*\.md$|^server\/src\/.*\.md$/.test(path)
const docs = filesWhere(isDoc)

const topFolders = new Set(paths.filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? ''))
const isMadeAtRunTime = (path: string) => /(^|\/)(node_modules|dist|data|\.cache)(\/|$)/.test(path)
const isSourceName = (path: string) => /\.(tsx?|m?js|sql|md|json|ya?ml|css|html|sh)$/.test(path)

const escaped = (text: string) => text.replace(/[.+^$()[\]\\|?]/g, '\\$&')

/** `<slice>`, `*` and `NNNN` match any name, `{a,b}` one of several. */
function patternOf(citation: string): RegExp {
  const wild = escaped(citation)
    .replace(/<[^>]+>|\*+|…|NNNN/g, '[^/]*')
    .replace(/\{([^}]+)\}/g, (_, list: string) => `(?:${list.replaceAll(',', '|')})`)
  const start = topFolders.has(citation.split('/')[0] ?? '') ? '^' : '(?:^|/)'
  return new RegExp(`${start}${wild.replace(/\/$/, '')}(?:/.*)?$`)
}

/** The paths of this repository that a page cites in backticks, without URLs, packages and commands. */
function citationsIn(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].map((match) => (match[1] ?? '').replace(/^\.\//, ''))
  return quoted.filter((cited) => {
    if (/\s|:\/\/|^[/@~$-]|=/.test(cited) || isMadeAtRunTime(cited)) return false
    return (
      (cited.includes('/') && topFolders.has(cited.split('/')[0] ?? '')) ||
      (isSourceName(cited) && !/^[*.]/.test(cited))
    )
  })
}

test('every path that a page cites exists', () => {
  const gone = (cited: string) => {
    const pattern = patternOf(cited)
    return !paths.some((path) => pattern.test(path))
  }
  expect(offences(docs, ({ text }) => citationsIn(text).filter(gone))).toEqual([])
})

test('every link to another page has an existing target', () => {
  const faults = offences(docs, ({ path, text }) =>
    [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
      .map((match) => match[1] ?? '')
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => {
        const from = new URL(path, 'file:///')
        const resolved = decodeURIComponent(new URL(target, from).pathname).slice(1).replace(/\/$/, '')
        return !paths.some((known) => known === resolved || known.startsWith(`${resolved}/`))
      }),
  )
  expect(faults).toEqual([])
})

test('no page cites a line number', () => {
  const lineNumber = /\.(?:tsx?|m?js|sql|md|json|css)(?::\d+|#L\d+)|\blines? \d+/gi
  expect(offences(docs, ({ text }) => [...text.matchAll(lineNumber)].map(([match]) => match))).toEqual([])
})

test('each row of a table has as many cells as its head', () => {
  const cellsIn = (row: string) => row.replace(/`[^`]*`/g, '').split(/(?<!\\)\|/).length
  const faults = offences(docs, ({ text }) => {
    const tables = text.replace(/^```[\s\S]*?^```/gm, '').match(/(?:^\|.*\n?)+/gm) ?? []
    return tables.flatMap((table) => {
      const [head = '', ...rows] = table.trimEnd().split('\n')
      return rows.filter((row) => cellsIn(row) !== cellsIn(head))
    })
  })
  expect(faults).toEqual([])
})
