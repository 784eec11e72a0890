import type { CallInput } from '@plinth/api/kernel/client'
import type { Agreement } from '@plinth/api/money/agreements'
import { type Bill, createBill, getBill, passBill, returnBill, submitBill } from '@plinth/api/money/bills'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'
import { type AgreementBody, newClientAgreement } from '../agreements/agreements.factory.ts'
import { type HeadBody, newHead } from '../bill-heads/bill-heads.factory.ts'

export type BillBody = CallInput<typeof createBill>['body']
type MemorandumBody = CallInput<typeof passBill>['body']

/**
 * The heads of the test bills: GST 18 % (two halves), 2.5 % retention up to 5 % of 50 lakh, TDS 2 % to the rupee, GST
 * TDS 1 % twice, cess 1 % to the rupee.
 */
const heads: readonly Partial<HeadBody>[] = [
  { head: 'GST', percent: 18 },
  { head: 'RETENTION', percent: 2.5, capPercent: 5 },
  { head: 'IT_TDS', percent: 2, rounding: 'RUPEE' },
  { head: 'GST_TDS', percent: 2 },
  { head: 'CESS', percent: 1, rounding: 'RUPEE' },
]

/** A billable agreement with a client in Karnataka, with the heads above. */
export async function newBillable(by: Client, overrides: Partial<AgreementBody> = {}): Promise<Agreement> {
  const agreement = await newClientAgreement(by, {
    status: 'ACTIVE',
    agreedOn: '2026-04-01',
    value: 50_00_000,
    siteState: '29',
    ourGstin: '29AAECD4471P1Z1',
    ...overrides,
  })
  for (const head of heads) await newHead(by, agreement.id, head)
  return agreement
}

/** A body for a bill as a form sends it. */
export const billBody = (agreementId: string, overrides: Partial<BillBody> = {}): BillBody => ({
  agreementId,
  billDate: '2026-06-30',
  uptoDate: '2026-06-30',
  workUpto: 10_00_000,
  ...overrides,
})

export const newBill = (by: Client, agreementId: string, overrides: Partial<BillBody> = {}): Promise<Bill> =>
  by.ok(createBill, { body: billBody(agreementId, overrides) })

/** The call that submits a bill for a user who sees its present state. */
export async function submitting(by: Client, id: string): Promise<CallInput<typeof submitBill>> {
  const { inputDigest } = await by.ok(getBill, { params: { id } })
  return { params: { id }, body: { inputDigest: inputDigest ?? 'none' } }
}

export const submit = async (by: Client, id: string): Promise<Bill> => by.ok(submitBill, await submitting(by, id))

/** A bill that is with the department. */
export const newSubmitted = async (by: Client, agreementId: string, overrides: Partial<BillBody> = {}): Promise<Bill> =>
  submit(by, (await newBill(by, agreementId, overrides)).id)

/** A memorandum for a bill as it is now; passes the claim unless overridden. */
export const memorandum = (
  { inputDigest }: Pick<Bill, 'inputDigest'>,
  net: number,
  overrides: Partial<MemorandumBody> = {},
): MemorandumBody => ({
  inputDigest: inputDigest ?? 'none',
  memoNo: 'EE/HSN/RA/6',
  passedOn: '2026-07-20',
  replaced: [],
  net,
  ...overrides,
})

/** Passes a bill as claimed. */
export const passAsClaimed = async (by: Client, bill: Bill): Promise<Bill> =>
  by.ok(passBill, { params: { id: bill.id }, body: memorandum(bill, bill.netClaimed ?? 0) })

/** An agreement without heads, so that the net of a bill equals its work. */
const plainAgreement = (by: Client) =>
  newClientAgreement(by, { status: 'ACTIVE', agreedOn: '2026-04-01', value: 50_00_000 })

export const testInputs: TestInputs = {
  make: {
    'client-agreements': async ({ owner }) => (await plainAgreement(owner)).id,
    bills: async ({ owner }) => (await newBill(owner, (await plainAgreement(owner)).id)).id,
    // Bills of such agreements have equal inputs, so one digest fits them all.
    'digests-of-bills': async ({ owner }) => (await newBill(owner, (await plainAgreement(owner)).id)).inputDigest ?? '',
    // One is returned, another is passed, and only a returned bill can be cancelled.
    'submitted-bills': async ({ owner }) => (await newSubmitted(owner, (await plainAgreement(owner)).id)).id,
    'claimed-bills': async ({ owner }) => (await newSubmitted(owner, (await plainAgreement(owner)).id)).id,
    'passed-bills': async ({ owner }) =>
      (await passAsClaimed(owner, await newSubmitted(owner, (await plainAgreement(owner)).id))).id,
    'returned-bills': async ({ owner }) => {
      const { id } = await newSubmitted(owner, (await plainAgreement(owner)).id)
      return (await owner.ok(returnBill, { params: { id }, body: { returnReason: 'Check item 4' } })).id
    },
  },
  searched: {
    filterBills: async ({ owner }, key) => {
      const { id: agreementId } = await newBillable(owner, { number: `KPWD/${key}`, name: 'Side drains' })
      return { id: (await newBill(owner, agreementId)).id, words: `ra-1 kpwd/${key} DRAINS` }
    },
  },
  found: {
    bills: async ({ owner }, word) => {
      const { id } = await newBillable(owner, { number: 'KPWD/9', name: 'Side drains' })
      const { partyName } = await newBill(owner, id, { title: `First ${word}` })
      return { name: `KPWD/9 / First ${word}`, detail: `Side drains, ${partyName}`, status: 'DRAFT' }
    },
  },
  bodies: {
    createBill: (graph) => billBody(graph['client-agreements'] ?? ''),
    submitBill: (graph) => ({ inputDigest: graph['digests-of-bills'] }),
    returnBill: () => ({ returnReason: 'Quantities of item 4 to be checked' }),
    cancelBill: () => ({ cancelReason: 'Taken into the next bill' }),
    takeBackMemorandum: () => ({ takenBackReason: 'Typed from the memorandum of another bill' }),
    passBill: (graph) => memorandum({ inputDigest: graph['digests-of-bills'] ?? '' }, 10_00_000),
  },
  paths: {
    getNextBill: (graph) => ({ agreementId: graph['client-agreements'] }),
    returnBill: (graph) => ({ id: graph['submitted-bills'] }),
    passBill: (graph) => ({ id: graph['claimed-bills'] }),
    takeBackMemorandum: (graph) => ({ id: graph['passed-bills'] }),
    cancelBill: (graph) => ({ id: graph['returned-bills'] }),
  },
}

/** Rows for the test of upgrades, inserted into the tables as this migration created them. */
export const upgradeRows: UpgradeRows = {
  '0063_bills.sql': () => `
    ${within(company.id)}
    insert into parties (kinds, legal_name) values ('{CLIENT}', 'Minor Irrigation Department');
    insert into agreements (direction, number, name, party_id, contract_id, status, agreed_on, value)
    select 'RECEIVABLE', 'MI/44', 'Lining of the distributary', p.id, '${company.awarded}', 'ACTIVE', '2026-04-01', 5000000
    from parties p where p.legal_name = 'Minor Irrigation Department';
    begin;
    insert into bills (agreement_id, bill_date, upto_date, work_upto)
    select id, '2026-06-30', '2026-06-30', 1000000 from agreements where number = 'MI/44';
    insert into bill_lines (bill_id, stage, head, position, upto, previous, since)
    select id, 'CLAIMED', 'GROSS', 0, 1000000, 0, 1000000 from bills;
    update bills set status = 'SUBMITTED', net_claimed = 1000000, input = '{}', basis = '{}';
    commit;`,
}
