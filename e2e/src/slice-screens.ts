import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import type { person } from './people.ts'

export type Caller = Awaited<ReturnType<typeof person>>

/** Records by the words that stand for them in addresses: `contract` for `:contract`. */
export type Ids = Record<string, string | undefined>

/** A screen that lists records, and the call that its rows come from. */
export interface ListScreen {
  path: string
  call: Endpoint
  /** Only who runs the installation may see it. */
  ofOperator?: true
}

/** A list that is filtered, sorted and paged as all are. */
export interface PatternedList {
  path: string
  /** What its address calls the filter, and the field that it is sorted by where that is another. */
  name: string
  sort?: string
  /** What it is filtered by, and the column that tells two records from each other. */
  filter: string
  column: string
  /** What the column holds of a record of that name; else the name. */
  cell?: (name: string) => string
  /** Records that there are, in order, and a word that finds all of them; else those of `make` are looked at. */
  found?: { rows: readonly [string, string]; word: string }
  ofOperator?: true
}

/** Who makes and finds records: somebody of a company who may do everything in it, and who runs the installation. */
export interface Makers {
  owner: Caller
  founder: Caller
}

/**
 * What the walks through the product ask of a slice's screens, written by hand: made of the slice they would not notice a
 * screen that it has lost. `:word` in an address stands for a record of `find` or `make`.
 */
export interface SliceScreens {
  /** Every screen, by who opens all of theirs in turn. */
  open?: readonly string[]
  business?: readonly string[]
  administration?: readonly string[]
  operation?: readonly string[]
  /** Records of the sample company, as it came. */
  find?: (makers: Makers) => Promise<Ids>
  lists?: readonly ListScreen[]
  patterned?: readonly PatternedList[]
  /** A record of that name in a company of the walk's own; `made` are those that slices before it by their names have made. */
  make?: (makers: Makers, name: string, made: Ids) => Promise<Ids>
  /** Addresses that show something, and those where something is entered or changed, to whoever may. */
  shown?: readonly string[]
  entered?: readonly string[]
  /** Addresses that show no record, to whoever has signed in, and what they are called. */
  unguarded?: Readonly<Record<string, string>>
}

const pages = join(import.meta.dirname, '../../web/src')
const slices = readdirSync(pages, { recursive: true, encoding: 'utf8' })
  .filter((path) => basename(path) === 'slice.ts')
  .map((path) => basename(dirname(path)))
  .filter((name) => name !== 'app')

async function screensOf(slice: string): Promise<SliceScreens> {
  const file = join(import.meta.dirname, '../screens', `${slice}.ts`)
  if (!existsSync(file))
    throw new Error(`${slice} of web/src has screens: say in e2e/screens/${slice}.ts which they are`)
  return (await import(pathToFileURL(file).href)).screens
}

/** Those of every slice that has any, by the names of the slices. */
export const sliceScreens: readonly SliceScreens[] = await Promise.all(slices.toSorted().map(screensOf))

/** An address with the records that its words stand for. */
export const addressWith = (ids: Ids, path: string) => path.replaceAll(/:(\w+)/g, (_, word: string) => ids[word] ?? '')

/** A record of every slice that has any, of that name; those that are of another are of the one in `made`. */
export async function makeAll(makers: Makers, name: string, made: Ids = {}): Promise<Ids> {
  const ids = { ...made }
  for (const { make } of sliceScreens) Object.assign(ids, await make?.(makers, name, ids))
  return ids
}
