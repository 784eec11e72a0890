import { createDeposit, type Deposit } from '@plinth/api/deposits/deposits'
import type { CallInput } from '@plinth/api/kernel/client'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type DepositBody = CallInput<typeof createDeposit>['body']

/** An EMD as a form sends it, with the repeat confirmed, so that several deposits of a contract can have the same number. */
export const depositBody = (overrides: Partial<DepositBody> = {}): DepositBody => ({
  depositType: 'EMD',
  instrumentNo: 'DD440210',
  amount: 20_000,
  isRepeatConfirmed: true,
  ...overrides,
})

export const newDeposit = (by: Client, contractId: string, overrides: Partial<DepositBody> = {}): Promise<Deposit> =>
  by.ok(createDeposit, { params: { contractId }, body: depositBody(overrides) })

export const testInputs: TestInputs = {
  make: { 'security-deposit': async ({ owner }, above) => (await newDeposit(owner, await above('contracts'))).id },
  bodies: { createDeposit: () => depositBody() },
}

/** Rows for the upgrade test, in the tables as these migrations create them. */
export const upgradeRows: UpgradeRows = {
  '0003_deposits.sql': () => `
    ${within(company.id)}
    insert into security_deposits (contract_id, deposit_type, instrument_no, amount, status, deposit_submitted_date, deposit_returned_date)
    values ('${company.awarded}', 'EMD', 'DD-1', 100000.25, 'SUBMITTED', null, null),
      ('${company.awarded}', 'FSD', 'DD-2', 2000, 'REFUNDED', '2025-04-01', '2025-05-01');`,
}
