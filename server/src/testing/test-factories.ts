import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { endpointsBySlice } from '@plinth/api'
import type { UpgradeRows } from '../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from './test-inputs.ts'

/** What a slice's factory provides for the generated tests. */
interface Factory {
  testInputs?: TestInputs
  upgradeRows?: UpgradeRows
}

const source = join(import.meta.dirname, '..')
const rooms = readdirSync(source)

/** The factories of all slices that have one. */
export const factories: readonly Factory[] = await Promise.all(
  Object.keys(endpointsBySlice)
    .flatMap((slice) => rooms.map((room) => join(source, room, slice, `${slice}.factory.ts`)))
    .filter((file) => existsSync(file))
    .map((file): Promise<Factory> => import(pathToFileURL(file).href)),
)
