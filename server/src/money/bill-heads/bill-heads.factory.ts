import type { CallInput } from '@plinth/api/kernel/client'
import { type AgreedHead, createBillHead } from '@plinth/api/money/bill-heads'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'
import { newClientAgreement } from '../agreements/agreements.factory.ts'

export type HeadBody = CallInput<typeof createBillHead>['body']

/** A body for a bill head as a form sends it; a retention valid from long ago unless overridden. */
export const headBody = (overrides: Partial<HeadBody> = {}): HeadBody => {
  const head = overrides.head ?? 'RETENTION'
  return {
    head,
    validFrom: '2025-04-01',
    ...(head === 'RETENTION' && { mode: 'EACH_BILL' }),
    ...((head === 'IT_TDS' || head === 'GST_TDS') && { base: 'TAXABLE' }),
    ...(overrides.ruleKind ? {} : { percent: 2.5 }),
    ...overrides,
  }
}

export const newHead = (by: Client, agreementId: string, overrides: Partial<HeadBody> = {}): Promise<AgreedHead> =>
  by.ok(createBillHead, { params: { agreementId }, body: headBody(overrides) })

export const testInputs: TestInputs = {
  make: { 'bill-heads': async ({ owner }) => (await newHead(owner, (await newClientAgreement(owner)).id)).id },
  bodies: { createBillHead: () => headBody() },
  // The access tests use work orders, which have no usual heads.
  answeredElsewhere: { createUsualBillHeads: 409 },
}

/** Rows for the test of upgrades, inserted into the tables as these migrations created them. */
export const upgradeRows: UpgradeRows = {
  '0062_bill_heads.sql': () => `
    ${within(company.id)}
    update agreements set our_gstin = '29AAJFH4471M1ZS', has_round_off = true;
    insert into bill_heads (agreement_id, head, percent, mode, cap_percent, valid_from)
    select id, 'RETENTION', 2.5, 'EACH_BILL', 5, '2026-04-01' from agreements limit 1;`,
}
