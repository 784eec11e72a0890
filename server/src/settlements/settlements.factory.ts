import type { Deposit } from '@plinth/api/deposits'
import type { CallInput } from '@plinth/api/kernel/client'
import { addSettlement, type Settlement } from '@plinth/api/settlements'
import { company, type UpgradeRows, within } from '../kernel/testing/upgrade-rows.ts'
import { dayInIndia } from '../kernel/testing.ts'
import type { Aims } from '../test-aims.ts'
import type { Client } from '../test-server.ts'

type SettlementBody = CallInput<typeof addSettlement>['body']

/** A part receipt of today. */
export const settlementBody = (given: Partial<SettlementBody> = {}): SettlementBody => ({
  kind: 'RECEIVED',
  amount: 1_000,
  settledOn: dayInIndia(new Date()),
  ...given,
})

export const newSettlement = (
  by: Client,
  { id: depositId, contractId }: Pick<Deposit, 'id' | 'contractId'>,
  given: Partial<SettlementBody> = {},
): Promise<Settlement> => by.ok(addSettlement, { params: { contractId, depositId }, body: settlementBody(given) })

export const aims: Aims = {
  make: {
    settlements: async ({ owner }, above) => {
      const [id, contractId] = [await above('security-deposit'), await above('contracts')]
      return (await newSettlement(owner, { id, contractId })).id
    },
  },
  bodies: {
    addSettlement: () => settlementBody(),
    writeOff: () => ({ amount: 10, settledOn: dayInIndia(new Date()), reason: 'Not worth a letter' }),
    cancelSettlement: () => ({}),
  },
}

/** In the tables that these migrations made, for the test of upgrades. */
export const upgradeRows: UpgradeRows = {
  '0036_settlements.sql': () => `
    ${within(company.id)}
    insert into deposit_settlements (deposit_id, kind, amount, settled_on)
    select id, 'RECEIVED', 0.25, '2025-06-01' from security_deposits where instrument_no = 'DD-1';`,
}
