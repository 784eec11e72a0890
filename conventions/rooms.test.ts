import { expect, test } from 'vitest'
import { circleFrom, codeUnder, foldersIn, importsOf, isTestSupport, paths, rooms, textOf } from './source.ts'

/** The sides whose arrows are in the README of each room; those of the pages are in `web/src/README.md`. */
const sides = ['api', 'server'] as const
type Side = (typeof sides)[number]

const readmeOf = (room: string) => textOf(`server/src/${room}/README.md`)

/** The rooms that the files of a room import from on one side. Tests may use any room, and every file the wire in `@plinth/api`. */
function importedRooms(side: Side, room: string): string[] {
  const files = codeUnder(`${side}/src/${room}`).filter(({ path }) => !isTestSupport(path))
  const imports = new Set(files.flatMap(importsOf).map((to) => to.split('/').slice(0, 3).join('/')))
  return rooms.filter((other) => other !== room && imports.has(`${side}/src/${other}`))
}

/** `tenders ⇄` if that room imports from this one too: a circle that still exists. */
const arrowsOf = (side: Side, room: string) =>
  importedRooms(side, room).map((other) => (importedRooms(side, other).includes(room) ? `${other} ⇄` : other))

/** The imports of a side in the table of a README. */
function namedArrows(side: Side, room: string): string[] {
  const line = readmeOf(room)
    .split('\n')
    .find((one) => one.startsWith(`| \`${side}\``))
  const cell = line?.split('|')[2]?.trim() ?? ''
  return cell === 'none' ? [] : cell.split(', ')
}

test.each(rooms)('%s imports from exactly the rooms that its README names', (room) => {
  const named = Object.fromEntries(sides.map((side) => [side, namedArrows(side, room)]))
  expect(named).toEqual(Object.fromEntries(sides.map((side) => [side, arrowsOf(side, room)])))
})

test.each(rooms)('the README of %s names the entities of the room', (room) => {
  expect(foldersIn(`server/src/${room}`).filter((entity) => !readmeOf(room).includes(`\`${entity}\``))).toEqual([])
})

test('the table of CONTRIBUTING.md names every room and its entities', () => {
  const rows = [...textOf('CONTRIBUTING.md').matchAll(/^\| \[(\w+)\]\(server\/src\/\1\/README\.md\) +\| (.*?) +\|$/gm)]
  const named = rows.map(([, room = '', entities = '']) => [room, entities.split(', ').toSorted()])
  const kept = rooms.map((room) => {
    const folders = ['server', 'web'].flatMap((side) => foldersIn(`${side}/src/${room}`))
    return [room, [...new Set(folders)].toSorted()]
  })
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(kept))
})

test('an entity is in the same room in api, server and web', () => {
  const places = [...sides, 'web'].flatMap((side) =>
    rooms.flatMap((room) => {
      const files = paths.filter((path) => path.startsWith(`${side}/src/${room}/`))
      const names = files.map((path) => path.split('/')[3]?.replace(/(?:\.test)?\.ts$/, '') ?? '')
      return [...new Set(names)].filter((name) => name !== 'README.md').map((name) => ({ name, room }))
    }),
  )
  const roomsOfEntities = Map.groupBy(places, ({ name }) => name)
  const torn = [...roomsOfEntities].filter(([, found]) => new Set(found.map(({ room }) => room)).size > 1)
  expect(torn.map(([name]) => name)).toEqual([])
})

/** For each folder in the table of a README, the folders that it imports from. */
const layersNamed = (folder: string) =>
  new Map(
    [...textOf(`${folder}/README.md`).matchAll(/^\| `(\w+)` .*\| ([\w, ]+?) +\|$/gm)].map(
      ([, name = '', from = '']) => [name, from.split(', ')],
    ),
  )

/** The sibling folders that a folder imports from. */
function layersUnder(folder: string, name: string): string[] {
  const files = codeUnder(`${folder}/${name}`).filter(({ path }) => !isTestSupport(path))
  const imports = files.flatMap(importsOf)
  const used = foldersIn(folder).filter(
    (other) => other !== name && imports.some((to) => to.startsWith(`${folder}/${other}/`)),
  )
  return used.length > 0 ? used : ['none']
}

const layered = ['server/src/kernel', 'web/src', 'web/src/ui']

test.each(layered)('the folders of %s import from those that its README names', (folder) => {
  const found = foldersIn(folder).map(
    (name) => [name, name === 'testing' ? ['any'] : layersUnder(folder, name)] as const,
  )
  expect(layersNamed(folder)).toEqual(new Map(found))
})

test.each(layered)('the folders of %s have no import circle', (folder) => {
  const arrows = layersNamed(folder)
  expect([...arrows.keys()].flatMap((name) => circleFrom(name, arrows)?.join(' → ') ?? [])).toEqual([])
})
