import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { createContract } from '@plinth/api/tenders/contracts'
import type { OwnCompany } from './company.ts'
import { person } from './people.ts'
import { addressWith, type ListScreen, sliceScreens } from './slice-screens.ts'

/** Every list of the product; `:contract` stands for a contract of the company. */
export const listScreens = sliceScreens.flatMap(({ lists = [] }) => lists)

/** Returns the address of a list in the company; for lists that belong to a contract it creates one. */
export async function addressesIn({ administrator }: OwnCompany): Promise<(screen: ListScreen) => string> {
  const caller = await person(administrator)
  const { id: contract } = await caller.ok(createContract, { body: { contractName: 'Listed' } })
  return ({ path }) => addressWith({ contract }, path)
}

/** URL pattern of the request for this endpoint. */
export const callOf = ({ path }: Endpoint): RegExp => new RegExp(`${path.replaceAll(/:\w+/g, '[^/]+')}([?]|$)`)
