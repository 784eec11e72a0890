import { operator, person } from './people.ts'
import { addressWith, type Ids, sliceScreens } from './slice-screens.ts'

export const openScreens = sliceScreens.flatMap(({ open = [] }) => open)

async function findIds(): Promise<Ids> {
  const makers = { owner: await person('owner@demo.example'), founder: await person(operator()) }
  const ids = await Promise.all(sliceScreens.map(async ({ find }) => find?.(makers)))
  return Object.assign({}, ...ids)
}
let pendingIds: Promise<Ids> | undefined

async function screensOf(whose: 'business' | 'administration' | 'operation'): Promise<string[]> {
  pendingIds ??= findIds()
  const ids = await pendingIds
  return sliceScreens.flatMap((slice) => slice[whose] ?? []).map((path) => addressWith(ids, path))
}

/** Addresses of every business screen, with the ids of records from the sample company. */
export const businessScreens = () => screensOf('business')
/** Addresses of every screen for an administrator of people and roles in one company. */
export const administrationScreens = () => screensOf('administration')
/** Addresses of every screen that only the operator has or that looks different to the operator. */
export const operatorScreens = () => screensOf('operation')
