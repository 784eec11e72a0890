import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import type { person } from './people.ts'

export type Caller = Awaited<ReturnType<typeof person>>

/** Record ids by their placeholder in addresses: `contract` for `:contract`. */
export type Ids = Record<string, string | undefined>

/** A screen that lists records, and the endpoint of its rows. */
export interface ListScreen {
  path: string
  call: Endpoint
  /** Only the operator may see it. */
  ofOperator?: true
}

/** A list that is filtered, sorted and paged in the common way. */
export interface PatternedList {
  path: string
  /** The filter's name in the address; `sort` is the field it is sorted by where that differs. */
  name: string
  sort?: string
  /** The label of the filter, and the column that distinguishes two records. */
  filter: string
  column: string
  /** The text of the column for a record of that name; the default is the name. */
  cell?: (name: string) => string
  /** Existing records in order and a word that finds all of them; by default those that `make` creates are used. */
  found?: { rows: readonly [string, string]; word: string }
  ofOperator?: true
}

/** Who creates and finds records: the owner of a company and the operator. */
export interface Makers {
  owner: Caller
  founder: Caller
}

/**
 * What the walks through the product test of a slice's screens. It is written by hand: generated from the slice, it would not
 * reveal a screen that was lost. `:word` in an address stands for a record of `find` or `make`.
 */
export interface SliceScreens {
  /** Addresses of every screen, by the person who opens them. */
  open?: readonly string[]
  business?: readonly string[]
  administration?: readonly string[]
  operation?: readonly string[]
  /** Finds records of the sample company. */
  find?: (makers: Makers) => Promise<Ids>
  lists?: readonly ListScreen[]
  patterned?: readonly PatternedList[]
  /**
   * Creates a record with that name in the walk's own company; `made` holds the ids that earlier slices in order of name have
   * created.
   */
  make?: (makers: Makers, name: string, created: Ids) => Promise<Ids>
  /** Addresses of screens that show records, and of screens with a form, for a person with the permission. */
  shown?: readonly string[]
  entered?: readonly string[]
  /** Addresses without a record that every signed-in person may open, and their titles. */
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

/** The screens of every slice that has any, in order of the slices' names. */
export const sliceScreens: readonly SliceScreens[] = await Promise.all(slices.toSorted().map(screensOf))

/** Replaces the placeholders of an address with record ids. */
export const addressWith = (ids: Ids, path: string) => path.replaceAll(/:(\w+)/g, (_, word: string) => ids[word] ?? '')

/** Creates a record of this name for every slice that has any; dependent records use the ids in `made`. */
export async function makeAll(makers: Makers, name: string, created: Ids = {}): Promise<Ids> {
  const ids = { ...created }
  for (const { make } of sliceScreens) Object.assign(ids, await make?.(makers, name, ids))
  return ids
}
