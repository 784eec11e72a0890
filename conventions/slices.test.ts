import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import {
  circleFrom,
  codeUnder,
  foldersIn,
  importsOf,
  isTest,
  isTestSupport,
  offences,
  paths,
  rooms,
  type SourceFile,
  textOf,
} from './source.ts'

/** Folders that are not slices: they have no call of their own. */
const outsideServer = ['backup', 'commands', 'description', 'kernel', 'nets', 'sample', 'testing']
const outsideWeb = ['app', 'ui', 'lib', 'languages']
/** Slices without a call of their own. */
const webOnly = ['bid-check', 'measure', 'pages']
/** What the frame and the pages of records collect from slices, by the names of files. */
const collected: Record<string, string> = {
  slice: 'export const slice: Slice =',
  links: 'export const links: SliceLinks[] =',
  sidebar: 'export const sidebar: SidebarEntry[] =',
  today: 'export const today: TodayCard =',
  'phone-tabs': 'export const tabs: Partial<PhoneTabs> =',
  'contract-acts': 'export const acts: Partial<AddedActs> =',
  'contract-sides': 'export const sides: Partial<AddedSides> =',
  'instrument-sides': 'export const sides: Partial<AddedSides> =',
  'sheet-parts': 'export const parts: Partial<AddedParts> =',
}
/** What a collected file exports; undefined for other files. */
const declarationIn = (path: string) =>
  /^web\/src\/(?!app\/)/.test(path) ? collected[basename(path).replace(/\.tsx?$/, '')] : undefined

const apiFiles = paths.filter((path) => /^api\/src\/(?!kernel\/)[^/]+\/[^/]+\.ts$/.test(path) && !isTest(path))
const slices = apiFiles.filter((path) => /=\s*endpoint\(/.test(textOf(path))).map((path) => basename(path, '.ts'))

/** The slice folder of a file, below its room if it is in one. */
const sliceOf = (path: string, side: 'server' | 'web') =>
  new RegExp(`^${side}/src/(?:(?:${rooms.join('|')})/)?([^/]+)/.+`).exec(path)?.[1]

const isRoom = (folder: string) => rooms.includes(folder)

/** The folders of slices, and the folders beside the rooms. */
const slicesIn = (side: 'server' | 'web') => {
  const top = foldersIn(`${side}/src`)
  return [
    ...top.filter((name) => !isRoom(name)),
    ...top.filter(isRoom).flatMap((room) => foldersIn(`${side}/src/${room}`)),
  ]
}

test('server and web have the same slices as api', () => {
  const strange = [
    ...slicesIn('server').filter((name) => ![...slices, ...outsideServer].includes(name)),
    ...slicesIn('web').filter((name) => ![...slices, ...outsideWeb, ...webOnly].includes(name)),
  ]
  expect(strange, 'folders without a slice of that name in api/src').toEqual([])
})

test('every slice of api has a folder in the server', () => {
  const missing = slices.filter((slice) => !slicesIn('server').includes(slice))
  expect(missing, 'slices of api/src that no folder of server/src serves').toEqual([])
})

const serverSlices = codeUnder('server/src').filter(
  ({ path }) => !outsideServer.includes(sliceOf(path, 'server') ?? 'kernel'),
)

/** The imports of a server slice's file from another slice. */
function crossings(file: SourceFile): string[] {
  const own = sliceOf(file.path, 'server')
  return importsOf(file).filter((to) => {
    const other = sliceOf(to, 'server')
    return other !== undefined && other !== own && !['description', 'kernel', 'testing'].includes(other)
  })
}

test('a server slice imports only queries and rules of another slice', () => {
  const faults = offences(serverSlices, (file) =>
    crossings(file).filter(
      (to) => !/\.(queries|rules)\.ts$/.test(to) && !(isTestSupport(file.path) && to.endsWith('.factory.ts')),
    ),
  )
  expect(faults).toEqual([])
})

test('server slices have no import circle', () => {
  const arrows = new Map<string, Set<string>>()
  for (const file of serverSlices.filter(({ path }) => !isTestSupport(path))) {
    const from = sliceOf(file.path, 'server') ?? ''
    const targets = arrows.get(from) ?? new Set()
    for (const to of crossings(file)) targets.add(sliceOf(to, 'server') ?? '')
    arrows.set(from, targets)
  }
  const circles = [...arrows.keys()].flatMap((slice) => circleFrom(slice, arrows)?.join(' → ') ?? [])
  expect(circles).toEqual([])
})

test('a web slice imports nothing that is collected from another slice', () => {
  const faults = offences(codeUnder('web/src'), (file) =>
    importsOf(file).filter((to) => declarationIn(to) && dirname(to) !== dirname(file.path)),
  )
  expect(faults).toEqual([])
})

test('a web folder with a list or a form has a slice.ts with the addresses of its screens', () => {
  const screens = codeUnder('web/src').filter(({ path }) => /^web\/src\/(?:[^/]+\/)+\w+(List|Form)\.tsx$/.test(path))
  const ofSlices = screens.filter(({ path }) => !outsideWeb.includes(sliceOf(path, 'web') ?? ''))
  const due = [...new Set(ofSlices.map(({ path }) => `${dirname(path)}/slice.ts`))]
  expect(due.length).toBeGreaterThan(8)
  expect(due.filter((path) => !paths.includes(path))).toEqual([])
})

const collectedFiles = codeUnder('web/src').filter(({ path }) => declarationIn(path))

test('a file that is collected from web folders exports the expected name and type', () => {
  expect(collectedFiles.length).toBeGreaterThan(30)
  const faults = offences(collectedFiles, ({ path, text }) => {
    const declared = declarationIn(path) ?? ''
    return text.includes(declared) ? [] : [`lacks ${declared}`]
  })
  expect(faults).toEqual([])
})

test('each part that a page leaves to other slices is added by exactly one', () => {
  const pages = codeUnder('web/src').filter(({ text }) => text.includes('addedParts<'))
  expect(pages.length).toBeGreaterThan(3)
  const faults = offences(pages, ({ text }) => {
    const [, name = ''] = /\.glob<[^(]*\('[^']*\/([\w-]+)\.ts/.exec(text) ?? []
    const added = collectedFiles.filter(({ path }) => basename(path).startsWith(`${name}.`)).map((file) => file.text)
    const parts = [...text.matchAll(/^ {2}([A-Z]\w+): /gm)].map(([, part = '']) => part)
    return parts.filter((part) => added.join('\n').match(RegExp(`(?:\\{ |^ {2})${part}(?::| \\})`, 'gm'))?.length !== 1)
  })
  expect(faults).toEqual([])
})
