import { type Contract, createContract } from '@plinth/api/contracts'
import type { CallInput } from '@plinth/api/kernel/client'
import type { Aims } from '../test-aims.ts'
import type { Client } from '../test-server.ts'

let made = 0

/** A contract as a form would send it. */
export function contractBody(
  given: Partial<CallInput<typeof createContract>['body']> = {},
): CallInput<typeof createContract>['body'] {
  made += 1
  return {
    contractName: `Road work ${made}`,
    bidId: `BID-${made}`,
    tenderActualValue: 1_000_000,
    tenderBidValue: 950_000,
    ...given,
  }
}

export const newContract = (by: Client, given: Parameters<typeof contractBody>[0] = {}): Promise<Contract> =>
  by.ok(createContract, { body: contractBody(given) })

export const aims: Aims = {
  make: { contracts: async ({ owner }) => (await newContract(owner)).id },
  bodies: { createContract: () => contractBody() },
}
