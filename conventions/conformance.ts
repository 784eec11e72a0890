import { filesWhere, isTest, type SourceFile, textOf } from './source.ts'

/** A requirement of the specification. */
export interface Statement {
  /**
   * `2.14`: the section, and a number in it; `deposits 11.2` in a part of the business that was added after the specification, and `money
   * 13.18a` for a part of such a statement.
   */
  id: string
  /** The heading above it. */
  section: string
  text: string
}

/** A test, or a group of tests, with statements in its title. */
export interface Proof {
  path: string
  /** The title without the numbers, preceded by the titles of its groups. */
  title: string
  ids: string[]
  isSkipped: boolean
}

export const statementsPath = 'conventions/statements.md'
export const tablePath = 'docs/conformance.md'

/** All statements, in the order of the page; throws at a line that looks like a statement but is not valid. */
export function readStatements(): Statement[] {
  let section = ''
  return textOf(statementsPath)
    .split('\n')
    .flatMap((line) => {
      section = /^## (.+)/.exec(line)?.[1] ?? section
      if (!line.startsWith('- ')) return []
      const [, id, text] = /^- ((?:[a-z]+ )?\d+\.\d+[a-z]?) (\S.*)$/.exec(line) ?? []
      if (!id || !text) throw new Error(`${statementsPath}: no statement: ${line}`)
      return [{ id, section, text }]
    })
}

const tag = / ?\[(?:([a-z]+ )(?=\d))?(\d+\.\d+[a-z]?(?: \d+\.\d+[a-z]?)*)\]/g
const idsIn = (text: string): string[] =>
  [...text.matchAll(tag)].flatMap(([, part = '', ids = '']) => ids.split(' ').map((id) => part + id))

const quoted = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/
const firstArgument = new RegExp(`^\\s*(${quoted.source})`)
const quotedOrBracket = new RegExp(`${quoted.source}|[()]`, 'g')

/** The text after the bracket that closes the one before this text: after the rows of `test.each`, the title. */
function behindBracket(text: string): string {
  let depth = 1
  for (const { 0: found, index } of text.matchAll(quotedOrBracket)) {
    if (found === '(') depth += 1
    if (found === ')') depth -= 1
    if (depth === 0) return text.slice(index + 1).replace(/^\(/, '')
  }
  return ''
}

/** The proofs in a test file, from the calls that open a test or a group; the formatter's indentation shows the nesting. */
export function proofsIn({ path, text }: SourceFile): Proof[] {
  const own = [...text.matchAll(/^const (\w+) = testIn\(/gm)].map(([, name]) => name)
  const call = new RegExp(`^( *)(?:${['test', 'describe', ...own].join('|')})((?:\\.\\w+)*)\\(`, 'gm')
  const open: { indent: number; title: string; isSkipped: boolean }[] = []
  return [...text.matchAll(call)].flatMap(({ 0: opening, 1: indent = '', 2: modifiers = '', index }) => {
    const rest = text.slice(index + opening.length)
    const title = firstArgument.exec(/\.(?:each|for)$/.test(modifiers) ? behindBracket(rest) : rest)?.[1]?.slice(1, -1)
    if (title === undefined) return []
    while ((open.at(-1)?.indent ?? -1) >= indent.length) open.pop()
    const isSkipped = /\.(?:skip|todo|skipIf|runIf)\b/.test(modifiers) || open.some((group) => group.isSkipped)
    open.push({ indent: indent.length, title, isSkipped })
    const ids = idsIn(title)
    const whole = open.map((group) => group.title.replaceAll(tag, '').replaceAll('\\', '')).join(' › ')
    return ids.length > 0 ? [{ path, title: whole, ids, isSkipped }] : []
  })
}

/** Only browser tests and server tests over HTTP: a unit test of a rule proves nothing about the product. */
const mayProve = (path: string) =>
  isTest(path) && /^(?:e2e|server\/src)\//.test(path) && !path.endsWith('.rules.test.ts')

export const testFiles = filesWhere(mayProve)
export const readProofs = (): Proof[] => testFiles.flatMap(proofsIn)

/** Numbers in test files that are in no title that could be read; looks at all test files. */
export function strayNumbers(): string[] {
  return filesWhere(isTest).flatMap((file) => {
    if (file.path.startsWith('conventions/')) return []
    const proofs = mayProve(file.path) ? proofsIn(file).flatMap(({ ids }) => ids) : []
    const left = idsIn(file.text)
    for (const id of proofs) left.splice(left.indexOf(id), 1)
    return left.map((id) => `${file.path}: ${id}`)
  })
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('`', '')
const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`

function testsCell(proofs: Proof[]): string {
  const files = Map.groupBy(proofs, ({ path }) => path)
  return [...files]
    .map(([path, inFile]) => `\`${path}\`: ${inFile.map(({ title }) => `“${cell(title)}”`).join(', ')}`)
    .join('<br>')
}

/** The page that maps each statement to its tests. */
export function conformanceTable(statements: Statement[], proofs: Proof[]): string {
  const proofsOf = (id: string) => proofs.filter(({ ids }) => ids.includes(id))
  const testsOf = (some: Statement[]) => proofs.filter(({ ids }) => some.some(({ id }) => ids.includes(id))).length
  const sections = [...Map.groupBy(statements, ({ section }) => section)]
  const totals = sections.map(([section, some]) => row(section, some.length, testsOf(some)))
  const tables = sections.flatMap(([section, some]) => [
    `## ${section}`,
    '',
    row('', 'Statement', 'Tests'),
    row('---', '---', '---'),
    ...some.map(({ id, text }) => row(id, cell(text), testsCell(proofsOf(id)))),
    '',
  ])
  return [
    '# What the specification states, and the tests that prove it',
    '',
    `Written by \`npm run conformance\` from \`${statementsPath}\` and the titles of the tests; a test fails when it is not`,
    'current, or when a statement has no test. A test in the table is a browser test or one that talks HTTP to the server;',
    'one that is run for a table of cases counts once.',
    '',
    row('Section', 'Statements', 'Tests'),
    row('---', '--:', '--:'),
    ...totals,
    row('**All**', `**${statements.length}**`, `**${testsOf(statements)}**`),
    '',
    ...tables,
  ]
    .join('\n')
    .replace(/\n+$/, '\n')
}
