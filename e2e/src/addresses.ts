import { operator, person } from './people.ts'
import { addressWith, type Ids, sliceScreens } from './slice-screens.ts'

export const openScreens = sliceScreens.flatMap(({ open = [] }) => open)

async function found(): Promise<Ids> {
  const makers = { owner: await person('owner@demo.example'), founder: await person(operator()) }
  const ids = await Promise.all(sliceScreens.map(async ({ find }) => find?.(makers)))
  return Object.assign({}, ...ids)
}
let asked: Promise<Ids> | undefined

async function screensOf(whose: 'business' | 'administration' | 'operation'): Promise<string[]> {
  asked ??= found()
  const ids = await asked
  return sliceScreens.flatMap((slice) => slice[whose] ?? []).map((path) => addressWith(ids, path))
}

/** Every screen of the business, by its address; ids are those of the records that the sample company came with. */
export const businessScreens = () => screensOf('business')
/** Every screen of somebody who looks after the people and roles of one company. */
export const administrationScreens = () => screensOf('administration')
/** Every screen of the operator's own, and those that look different to them. */
export const operatorScreens = () => screensOf('operation')
