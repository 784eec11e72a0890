import { createDepositExemption } from '@plinth/api/deposits/deposit-exemptions'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  // Of one contract, purpose and ground there is one.
  async make({ owner }, _, { contract: contractId = '', exemption }) {
    if (exemption) return { exemption }
    const body = { contractId, purpose: 'RETENTION', ground: 'GOVERNMENT', validUntil: '2090-12-31' } as const
    return { exemption: (await owner.ok(createDepositExemption, { body })).id }
  },
  // It leads on to the contract.
  shown: ['/contracts/exemptions/:exemption'],
}
