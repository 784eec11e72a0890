import { createDepositExemption } from '@plinth/api/deposits/deposit-exemptions'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  // A contract has only one exemption per purpose and ground.
  async make({ owner }, _, { contract: contractId = '', exemption }) {
    if (exemption) return { exemption }
    const body = { contractId, purpose: 'RETENTION', ground: 'GOVERNMENT', validUntil: '2090-12-31' } as const
    return { exemption: (await owner.ok(createDepositExemption, { body })).id }
  },
  // The address leads on to the contract.
  shown: ['/contracts/exemptions/:exemption'],
}
