import { createDeposit, type Deposit } from '@plinth/api/deposits/deposits'
import type { CallInput } from '@plinth/api/kernel/client'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type DepositBody = CallInput<typeof createDeposit>['body']

/** An EMD as a form would send it that is confirmed, so that several of a contract may have one number. */
export const depositBody = (given: Partial<DepositBody> = {}): DepositBody => ({
  depositType: 'EMD',
  instrumentNo: 'DD440210',
  amount: 20_000,
  isRepeatConfirmed: true,
  ...given,
})

export const newDeposit = (by: Client, contractId: string, given: Partial<DepositBody> = {}): Promise<Deposit> =>
  by.ok(createDeposit, { params: { contractId }, body: depositBody(given) })

export const testInputs: TestInputs = {
  make: { 'security-deposit': async ({ owner }, above) => (await newDeposit(owner, await above('contracts'))).id },
  bodies: { createDeposit: () => depositBody() },
}

/** In the tables that these migrations made, for the test of upgrades. */
export const upgradeRows: UpgradeRows = {
  '0003_deposits.sql': () => `
    ${within(company.id)}
    insert into security_deposits (contract_id, deposit_type, instrument_no, amount, status, deposit_submitted_date, deposit_returned_date)
    values ('${company.awarded}', 'EMD', 'DD-1', 100000.25, 'SUBMITTED', null, null),
      ('${company.awarded}', 'FSD', 'DD-2', 2000, 'REFUNDED', '2025-04-01', '2025-05-01');`,
}
