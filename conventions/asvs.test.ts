import { describe, expect, test } from 'vitest'
import { beyond, chapterSizes, requirements } from './asvs-ids.ts'
import { paths, textOf } from './source.ts'

const states = ['met', 'partly', 'not met', 'operator'] as const
const page = textOf('docs/asvs.md')
const sectionOf = (title: string) => page.split(/^## /m).find((section) => section.startsWith(title)) ?? ''
const cellsIn = (section: string) =>
  section
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim()),
    )

const rows = page
  .split(/^## /m)
  .filter((section) => /^V\d/.test(section))
  .flatMap(cellsIn)
  .map(([id = '', level = '', asks = '', state = '', how = '', evidence = '']) => ({
    id,
    level: Number(level),
    asks,
    state: state.replaceAll('*', ''),
    how,
    evidence,
  }))
const idsOf = (state: string) => rows.filter((row) => row.state === state).map(({ id }) => id)

/** Chapters (V10), sections (6.8) and single requirements (12.1.3) of the page's list, as requirements of levels 1 and 2. */
const leftOut = cellsIn(sectionOf('Left out').replaceAll('| V', '| 0V')).flatMap(([what = '']) =>
  what
    .replace('0V', '')
    .split(', ')
    .flatMap((named) =>
      [...requirements].flatMap(([id, level]) =>
        (id === named || id.startsWith(`${named}.`)) && level < 3 ? [id] : [],
      ),
    ),
)
const levelsOneAndTwo = [...requirements].filter(([, level]) => level < 3).map(([id]) => id)

test('the list of requirements has the standard’s number of requirements for each level and chapter', () => {
  const sizes = Object.keys(chapterSizes).map((chapter) =>
    [1, 2, 3].map(
      (level) => [...requirements].filter(([id, own]) => id.startsWith(`${chapter}.`) && own === level).length,
    ),
  )
  expect(sizes).toEqual(Object.values(chapterSizes))
  expect([requirements.size, levelsOneAndTwo.length]).toEqual([345, 253])
})

describe('docs/asvs.md', () => {
  test('has every requirement of levels 1 and 2 once, in a row or among those left out', () => {
    const seen = [...rows.map(({ id }) => id).filter((id) => !beyond.includes(id)), ...leftOut]
    expect(seen.filter((id, at) => seen.indexOf(id) !== at)).toEqual([])
    expect(levelsOneAndTwo.filter((id) => !seen.includes(id))).toEqual([])
    expect(seen.filter((id) => !levelsOneAndTwo.includes(id))).toEqual([])
  })

  test('has the requested requirements of level 3, and the level of each', () => {
    expect(rows.filter(({ level }) => level === 3).map(({ id }) => id)).toEqual(beyond)
    expect(rows.filter(({ id, level }) => requirements.get(id) !== level)).toEqual([])
  })

  test('summarizes each requirement in at most a dozen words, with one of four states and the evidence', () => {
    const faults = rows.filter(
      ({ asks, state, how }) => !states.some((known) => known === state) || how === '' || asks.split(' ').length > 12,
    )
    expect(faults).toEqual([])
  })

  test('cites an existing file for a met or partly met requirement, and the manual for one of the operator', () => {
    const citedBy = (evidence: string) => [...evidence.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
    const faults = rows.filter(({ state, evidence }) => {
      const cited = citedBy(evidence)
      if (state === 'operator') return !cited.includes('docs/operating.md')
      return !cited.some((path) => paths.includes(path))
    })
    expect(faults.map(({ id }) => id)).toEqual([])
  })

  test('quotes existing test titles', () => {
    const faults = rows.flatMap(({ id, evidence }) =>
      [...evidence.matchAll(/`([^`]+)`((?:,? “[^”]+”)+)/g)].flatMap(([, path = '', quoted = '']) =>
        [...quoted.matchAll(/“([^”]+)”/g)]
          .map(([, title = '']) => title)
          .filter((title) => paths.includes(path) && !textOf(path).replaceAll("\\'", "'").includes(title))
          .map((title) => `${id}: ${path} has no “${title}”`),
      ),
    )
    expect(faults).toEqual([])
  })

  test('lists at its top every requirement that is not fully met, and counts correctly', () => {
    const listed = cellsIn(sectionOf('What is not met')).map(([id]) => id)
    expect(listed).toEqual([...idsOf('not met'), ...idsOf('partly')])
    const counted = (among: readonly { state: string }[]) =>
      states.map((state) => among.filter((row) => row.state === state).length)
    const shown = cellsIn(sectionOf('The figures').replaceAll('| Level', '| 0Level')).map((cells) =>
      cells.slice(1).map(Number),
    )
    const [first, second] = [rows.filter(({ level }) => level < 3), rows.filter(({ level }) => level === 3)]
    expect(shown).toEqual([first, second].map((among) => [among.length, ...counted(among)]))
  })
})
