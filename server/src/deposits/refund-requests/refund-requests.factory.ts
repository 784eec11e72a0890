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
export type DepositGiven = Parameters<typeof newDeposit>[2]

/** Deposits that lie with one office, each of a contract of its own. */
export async function lyingDeposits(by: Client, given: readonly DepositGiven[] = [{}]) {
  const { id: officeId } = await newOffice(by, { designation: 'Executive Engineer' })
  const deposits = []
  for (const one of given) {
    const { id } = await newContract(by, { officeId })
    deposits.push(await newDeposit(by, id, one))
  }
  return { officeId, deposits }
}

/** A draft that asks for these deposits; with none given, for one of its own. */
export async function newRequest(by: Client, given: Partial<RequestBody> = {}): Promise<RefundRequest> {
  if (given.officeId) return by.ok(createRefundRequest, { body: { officeId: given.officeId, ...given } })
  const { officeId, deposits } = await lyingDeposits(by)
  const asked = deposits.map(({ id: depositId }) => ({ depositId }))
  return by.ok(createRefundRequest, { body: { deposits: asked, ...given, officeId } })
}

/** By hand, today. */
export const sendBody = (given: Partial<SendBody> = {}): SendBody => ({
  sentOn: dayInIndia(new Date()),
  sentByMeans: 'HAND',
  ...given,
})

export const sendIt = (by: Client, id: string, given: Partial<SendBody> = {}): Promise<RefundRequest> =>
  by.ok(sendRefundRequest, { params: { id }, body: sendBody(given) })

/** In words of its own: what a company's templates say is changed and deleted by others. */
const ownWords = { subject: 'Refund of {amount}', body: 'Kindly refund our deposits:\n\n{deposits}' }

export const testInputs: TestInputs = {
  make: {
    'refund-requests': async ({ owner }) => (await newRequest(owner, ownWords)).id,
    // What is answered was sent, and what is sent, changed or deleted was not.
    'sent-requests': async ({ owner }) => (await sendIt(owner, (await newRequest(owner, ownWords)).id)).id,
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

/** In the tables that these migrations made, for the test of upgrades. */
export const upgradeRows: UpgradeRows = {
  '0040_release.sql': () => `
    ${within(company.id)}
    insert into refund_requests (office_id, subject, body, letter_on)
    select id, 'Refund of {amount}', '{deposits}', '2026-06-01' from offices limit 1;
    update security_deposits set office_id = (select office_id from refund_requests limit 1) where instrument_no = 'DD-1';
    insert into refund_request_items (request_id, deposit_id, amount)
    select r.id, d.id, 100 from refund_requests r, security_deposits d where d.instrument_no = 'DD-1';`,
}
