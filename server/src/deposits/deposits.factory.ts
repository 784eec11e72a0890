import { createDeposit, type Deposit } from '@plinth/api/deposits'
import type { CallInput } from '@plinth/api/kernel/client'
import type { Aims } from '../test-aims.ts'
import type { Client } from '../test-server.ts'

type DepositBody = CallInput<typeof createDeposit>['body']

/** An EMD as a form would send it. */
export const depositBody = (given: Partial<DepositBody> = {}): DepositBody => ({
  depositType: 'EMD',
  instrumentNo: 'DD440210',
  amount: 20_000,
  ...given,
})

export const newDeposit = (by: Client, contractId: string, given: Partial<DepositBody> = {}): Promise<Deposit> =>
  by.ok(createDeposit, { params: { contractId }, body: depositBody(given) })

export const aims: Aims = {
  make: { 'security-deposit': async ({ owner }, above) => (await newDeposit(owner, await above('contracts'))).id },
  bodies: { createDeposit: () => depositBody() },
}
