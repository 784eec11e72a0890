import { expect, test } from 'vitest'
import { codeUnder, foldersIn, importsOf, isTestSupport, paths, rooms, textOf } from './source.ts'

const sides = ['api', 'server', 'web'] as const
type Side = (typeof sides)[number]

const readmeOf = (room: string) => textOf(`server/src/${room}/README.md`)

/** The rooms from which the files of a room import on one side. Tests may use any room, and everybody the wire in `@plinth/api`. */
function importedRooms(side: Side, room: string): string[] {
  const files = codeUnder(`${side}/src/${room}`).filter(({ path }) => !isTestSupport(path))
  const imports = new Set(files.flatMap(importsOf).map((to) => to.split('/').slice(0, 3).join('/')))
  return rooms.filter((other) => other !== room && imports.has(`${side}/src/${other}`))
}

/** `tenders ⇄` where that room imports from this one, too: a circle that is still there. */
const arrowsOf = (side: Side, room: string) =>
  importedRooms(side, room).map((other) => (importedRooms(side, other).includes(room) ? `${other} ⇄` : other))

/** What the table of a README says of a side. */
function namedArrows(side: Side, room: string): string[] {
  const line = readmeOf(room)
    .split('\n')
    .find((one) => one.startsWith(`| \`${side}\``))
  const cell = line?.split('|')[2]?.trim() ?? ''
  return cell === 'none' ? [] : cell.split(', ')
}

test.each(rooms)('%s imports from the rooms that its README names, and from no others', (room) => {
  const named = Object.fromEntries(sides.map((side) => [side, namedArrows(side, room)]))
  expect(named).toEqual(Object.fromEntries(sides.map((side) => [side, arrowsOf(side, room)])))
})

test.each(rooms)('the README of %s names the entities of the room', (room) => {
  expect(foldersIn(`server/src/${room}`).filter((entity) => !readmeOf(room).includes(`\`${entity}\``))).toEqual([])
})

test('an entity is in the same room in api, server and web', () => {
  const places = sides.flatMap((side) =>
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
