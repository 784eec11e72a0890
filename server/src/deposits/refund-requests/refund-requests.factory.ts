import { createRefundRequest, type RefundRequest, sendRefundRequest } from '@plinth/api/deposits/refund-requests'
import type { CallInput } from '@plinth/api/kernel/client'
import { dayInIndia } from '../../kernel/testing/databases.ts'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newOffice } from '../../tenders/offices/offices.factory.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'
import { newDeposit } from '../deposits/deposits.factory.ts'

type RequestBody = CallInput<typeof createRefundRequest>['body']
type SendBody = CallInput<typeof sendRefundRequest>['body']
export type DepositOverrides = Parameters<typeof newDeposit>[2]

/** Deposits with one office, each of a contract of its own. */
export async function depositsAtOffice(by: Client, overrides: readonly DepositOverrides[] = [{}]) {
  const { id: officeId } = await newOffice(by, { designation: 'Executive Engineer' })
  const deposits = []
  for (const one of overrides) {
    const { id } = await newContract(by, { officeId })
    deposits.push(await newDeposit(by, id, one))
  }
  return { officeId, deposits }
}

/** A draft of the office in `overrides`; without one, a draft for a new deposit of a new office. */
export async function newRequest(by: Client, overrides: Partial<RequestBody> = {}): Promise<RefundRequest> {
  if (overrides.officeId) return by.ok(createRefundRequest, { body: { officeId: overrides.officeId, ...overrides } })
  const { officeId, deposits } = await depositsAtOffice(by)
  const items = deposits.map(({ id: depositId }) => ({ depositId }))
  return by.ok(createRefundRequest, { body: { deposits: items, ...overrides, officeId } })
}

/** A letter delivered by hand today. */
export const sendBody = (overrides: Partial<SendBody> = {}): SendBody => ({
  sentOn: dayInIndia(new Date()),
  sentByMeans: 'HAND',
  ...overrides,
})

export const sendRequest = (by: Client, id: string, overrides: Partial<SendBody> = {}): Promise<RefundRequest> =>
  by.ok(sendRefundRequest, { params: { id }, body: sendBody(overrides) })

/** Texts of its own, because other tests change and delete the templates of the company. */
const ownWords = { subject: 'Refund of {amount}', body: 'Kindly refund our deposits:\n\n{deposits}' }

export const testInputs: TestInputs = {
  make: {
    'refund-requests': async ({ owner }) => (await newRequest(owner, ownWords)).id,
    // Only a sent letter can be answered, and only a draft sent, changed or deleted.
    'sent-requests': async ({ owner }) => (await sendRequest(owner, (await newRequest(owner, ownWords)).id)).id,
  },
  searched: {
    filterRefundRequests: async ({ owner }, key) => {
      const { id: officeId } = await newOffice(owner, { department: `Harbours ${key}`, name: `Wharf ${key}` })
      const { id } = await newRequest(owner, { officeId, subject: `Dredging ${key}` })
      return { id, words: `harbours dredging ${key}` }
    },
  },
  bodies: {
    createRefundRequest: ({ offices }) => ({ officeId: offices, ...ownWords }),
    checkRefundRequest: ({ offices }) => ({ officeId: offices, ...ownWords }),
    sendRefundRequest: () => sendBody(),
    setRefundAnswer: () => ({ answeredOn: dayInIndia(new Date()) }),
  },
  paths: { setRefundAnswer: (graph) => ({ id: graph['sent-requests'] }) },
  queries: { listAskableDeposits: ({ offices }) => ({ officeId: offices }) },
}

/** Rows for the upgrade test, in the tables as these migrations create them. */
export const upgradeRows: UpgradeRows = {
  '0040_release.sql': () => `
    ${within(company.id)}
    insert into refund_requests (office_id, subject, body, letter_on)
    select id, 'Refund of {amount}', '{deposits}', '2026-06-01' from offices limit 1;
    update security_deposits set office_id = (select office_id from refund_requests limit 1) where instrument_no = 'DD-1';
    insert into refund_request_items (request_id, deposit_id, amount)
    select r.id, d.id, 100 from refund_requests r, security_deposits d where d.instrument_no = 'DD-1';`,
}
