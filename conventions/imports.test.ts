import { expect, test } from 'vitest'
import { codeUnder, importsOf, isTest, isTestSupport, offences, type SourceFile } from './source.ts'

const isPackage = (specifier: string, name: string) => specifier === name || specifier.startsWith(`${name}/`)
const isInside = (specifier: string, folders: string[]) => folders.some((folder) => specifier.startsWith(`${folder}/`))
const ours = ['api/', 'server/', 'web/', 'local-postgres/', 'e2e/', 'bench/', 'survive/', 'scripts/', 'conventions/']
const isOurs = (specifier: string) => ours.some((folder) => specifier.startsWith(folder))

function strangers(files: SourceFile[], isAllowed: (specifier: string, file: SourceFile) => boolean): string[] {
  return offences(files, (file) => importsOf(file).filter((specifier) => !isAllowed(specifier, file)))
}

const product = (folder: string) => codeUnder(folder).filter(({ path }) => !isTest(path))

test('there is code to check', () => {
  expect(codeUnder('api/src').length).toBeGreaterThan(0)
  expect(codeUnder('api/src').flatMap(importsOf).length).toBeGreaterThan(0)
})

test('api imports zod and nothing else', () => {
  expect(strangers(product('api/src'), (to) => isInside(to, ['api/src']) || isPackage(to, 'zod'))).toEqual([])
})

test('a test of api imports api and test tools only', () => {
  const tools = ['vitest', 'fast-check', 'zod']
  const isAllowed = (to: string) => isInside(to, ['api/src']) || tools.some((tool) => isPackage(to, tool))
  expect(strangers(codeUnder('api/src'), isAllowed)).toEqual([])
})

test('server imports api and local-postgres, and no other package of the repository', () => {
  const isAllowed = (to: string) =>
    (!isOurs(to) || isInside(to, ['server/src'])) && !['@plinth/web', '@plinth/e2e'].some((name) => isPackage(to, name))
  expect(strangers(codeUnder('server/src'), isAllowed)).toEqual([])
})

test('a statement is written as SQL text, never with the query builder', () => {
  const code = ['server/src', 'e2e', 'bench', 'survive'].flatMap((folder) => codeUnder(folder))
  const built = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/g
  expect(offences(code, ({ text }) => text.match(built) ?? [])).toEqual([])
})

test('web imports api, never the server or anything of Node', () => {
  const barred = ['@plinth/server', '@plinth/local-postgres', '@plinth/e2e', 'pg', 'kysely', 'fastify']
  const isAllowed = (to: string) =>
    (!isOurs(to) || isInside(to, ['web/src'])) && !to.startsWith('node:') && !barred.some((name) => isPackage(to, name))
  expect(strangers(product('web/src'), isAllowed)).toEqual([])
})

test('only the description of the wire imports its words, so that no page loads them', () => {
  const isOfWords = (path: string) => path === 'api/src/words.ts' || path.startsWith('server/src/description/')
  const areWords = (to: string) => /\.words(?:\.ts)?$|^@plinth\/api\/words$|^api\/src\/words\.ts$/.test(to)
  const files = ['api/src', 'server/src', 'web/src'].flatMap(codeUnder).filter(({ path }) => !isOfWords(path))
  expect(strangers(files, (to) => !areWords(to))).toEqual([])
})

test('local-postgres imports nothing of the product', () => {
  const isAllowed = (to: string) => !to.startsWith('@plinth/') && (!isOurs(to) || to.startsWith('local-postgres/'))
  expect(strangers(codeUnder('local-postgres/src'), isAllowed)).toEqual([])
})

const isApiKernel = (to: string) =>
  !to.startsWith('@plinth/api/') || isInside(to, ['@plinth/api/kernel']) || to === '@plinth/api/access/auth'

test('the kernel of api imports no slice', () => {
  expect(strangers(product('api/src/kernel'), (to) => !isOurs(to) || isInside(to, ['api/src/kernel']))).toEqual([])
})

test('the kernel of the server imports no slice', () => {
  const files = codeUnder('server/src/kernel').filter(({ path }) => !isTestSupport(path))
  const isAllowed = (to: string) => (!isOurs(to) || isInside(to, ['server/src/kernel'])) && isApiKernel(to)
  expect(strangers(files, isAllowed)).toEqual([])
})

test('ui and lib of web import no slice', () => {
  const files = [...product('web/src/ui'), ...product('web/src/lib')]
  /** A user's settings of a list, and the names of lists, belong to the one list component that all slices use. */
  const isOfLists = (to: string) => ['@plinth/api/platform/list-settings', '@plinth/api/entities'].includes(to)
  const isAllowed = (to: string) =>
    (!isOurs(to) || isInside(to, ['web/src/ui', 'web/src/lib', 'web/src/languages'])) &&
    (isApiKernel(to) || isOfLists(to))
  expect(strangers(files, isAllowed)).toEqual([])
})

/** The imports of a file; an import of another package of this repository is resolved to its file. */
function filesImportedBy(file: SourceFile): string[] {
  return importsOf(file).map((to) => to.replace(/^@plinth\/([^/]+)\/(.+)$/, '$1/src/$2.ts'))
}

/** The first import circle that is found, as the files along it; undefined if there is none. */
function circleIn(files: SourceFile[]): string[] | undefined {
  const imports = new Map(files.map((file) => [file.path, filesImportedBy(file)]))
  const done = new Set<string>()
  function circleFrom(path: string, way: string[]): string[] | undefined {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path]
    if (done.has(path)) return undefined
    for (const next of imports.get(path) ?? []) {
      const circle = circleFrom(next, [...way, path])
      if (circle) return circle
    }
    done.add(path)
    return undefined
  }
  for (const { path } of files) {
    const circle = circleFrom(path, [])
    if (circle) return circle
  }
  return undefined
}

test('an import circle is found at any length, type imports included', () => {
  const one = { path: 'api/src/one.ts', text: "import type { Two } from './two.ts'\n" }
  const two = { path: 'api/src/two.ts', text: "import { three } from '@plinth/api/three'\n" }
  const three = { path: 'api/src/three.ts', text: "import { one } from './one.ts'\n" }
  expect(circleIn([one, two])).toBeUndefined()
  expect(circleIn([one, two, three])).toEqual([one.path, two.path, three.path, one.path])
})

test.each(['api/src', 'server/src', 'web/src', 'local-postgres/src', 'e2e', 'bench', 'survive', 'conventions'])(
  'no files of %s import each other in a circle, type imports included',
  (folder) => expect(circleIn(codeUnder(folder))).toBeUndefined(),
)
