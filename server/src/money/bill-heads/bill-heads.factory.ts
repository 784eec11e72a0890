import type { CallInput } from '@plinth/api/kernel/client'
import { type AgreedHead, createBillHead } from '@plinth/api/money/bill-heads'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'
import { newClientAgreement } from '../agreements/agreements.factory.ts'

export type HeadBody = CallInput<typeof createBillHead>['body']

/** A retention as a form would send it, from a day long ago. */
export const headBody = (given: Partial<HeadBody> = {}): HeadBody => {
  const head = given.head ?? 'RETENTION'
  return {
    head,
    validFrom: '2025-04-01',
    ...(head === 'RETENTION' && { mode: 'EACH_BILL' }),
    ...((head === 'IT_TDS' || head === 'GST_TDS') && { base: 'TAXABLE' }),
    ...(given.ruleKind ? {} : { percent: 2.5 }),
    ...given,
  }
}

export const newHead = (by: Client, agreementId: string, given: Partial<HeadBody> = {}): Promise<AgreedHead> =>
  by.ok(createBillHead, { params: { agreementId }, body: headBody(given) })

export const testInputs: TestInputs = {
  make: { 'bill-heads': async ({ owner }) => (await newHead(owner, (await newClientAgreement(owner)).id)).id },
  bodies: { createBillHead: () => headBody() },
  // Those that the access tests aim at are work orders.
  answeredElsewhere: { createUsualBillHeads: 409 },
}

/** In the tables that these migrations made, for the test of upgrades. */
export const upgradeRows: UpgradeRows = {
  '0062_bill_heads.sql': () => `
    ${within(company.id)}
    update agreements set our_gstin = '29AAJFH4471M1ZS', has_round_off = true;
    insert into bill_heads (agreement_id, head, percent, mode, cap_percent, valid_from)
    select id, 'RETENTION', 2.5, 'EACH_BILL', 5, '2026-04-01' from agreements limit 1;`,
}
