import type { BillHead } from '@plinth/api/money/bill-engine/bill'
import { asPrevious, computeBill } from '@plinth/api/money/bill-engine/compute'
import { passBill as passing } from '@plinth/api/money/bill-engine/pass'
import { billInputOf, memorandumOf, type TypedInput } from '@plinth/api/money/bill-input'
import { type BillStatus } from '@plinth/api/money/bill-states'
import { createBill, getBill, passBill, updateBill } from '@plinth/api/money/bills'
import { replacedHeads } from '@plinth/api/money/memorandum-input'
import fc from 'fast-check'
import { afterAll, expect, inject, test } from 'vitest'
import { adminClient } from '../../kernel/testing/databases.ts'
import { startSuite } from '../../testing/test-server.ts'
import { newClientAgreement } from '../agreements/agreements.factory.ts'
import { newHead } from '../bill-heads/bill-heads.factory.ts'
import { billIn, doPlainAct, plainTargets } from './bill-acts.factory.ts'
import { billBody, memorandum } from './bills.factory.ts'

const { owner } = await startSuite()
const admin = await adminClient(inject('admin'))
afterAll(() => admin.end())

const paise = (min: number, max: number) => fc.integer({ min, max }).map((value) => value / 100)
const typed = fc.array(
  // Most of these amounts are valid: few are negative, and little is released.
  fc.oneof(
    fc.record({
      head: fc.constantFrom('WITHHELD', 'LD', 'ADVANCE_RECOVERY', 'SECURED_ADVANCE'),
      since: paise(-100_000, 5_000_000),
    }),
    fc.record({ head: fc.constant('RELEASED'), since: paise(-10_000, 50_000) }),
  ),
  { maxLength: 3 },
)
const entries = { workUpto: paise(0, 500_000_000), variationUpto: paise(-90_000_000, 90_000_000), typed }
const replaced = fc.uniqueArray(
  fc.record({ head: fc.constantFrom(...replacedHeads), since: paise(-500_000, 900_000), note: fc.constant('paid so') }),
  { maxLength: 2, selector: ({ head }) => head },
)
const actKinds = [
  'create',
  'edit',
  'submit',
  'submit',
  'return',
  'return',
  'pass',
  'take back',
  'cancel',
  'delete',
] as const
const acts = fc.array(
  fc.record({
    act: fc.constantFrom(...actKinds),
    body: fc.record(entries),
    cut: fc.option(paise(0, 500_000_000)),
    replaced,
  }),
  { minLength: 30, maxLength: 40, size: 'max' },
)
const percents = fc.record({
  GST: paise(0, 2_800),
  WITHHELD: paise(0, 500),
  RETENTION: paise(1, 1_000),
  IT_TDS: paise(1, 500),
  GST_TDS: paise(1, 400),
})
type Act = typeof acts extends fc.Arbitrary<(infer One)[]> ? One : never

/** The number of successful acts of each kind, over all histories. */
const doneCounts: Record<string, number> = {}

const targets: Record<Exclude<Act['act'], 'create'>, readonly BillStatus[]> = {
  ...plainTargets,
  edit: ['DRAFT', 'RETURNED'],
  pass: ['SUBMITTED'],
}

/** Does one act on a bill in a fitting state and returns the status of its response; 0 if there is no such bill. */
async function doAct({ act, body, cut, replaced: heads }: Act, agreementId: string): Promise<number> {
  if (act === 'create') return (await owner.sendCall(createBill, { body: billBody(agreementId, body) })).status
  const found = await billIn(owner, agreementId, targets[act])
  if (!found) return 0
  const call = { params: { id: found.id } }
  if (act === 'edit') return (await owner.sendCall(updateBill, { ...call, body })).status
  if (act !== 'pass') return doPlainAct(owner, act, found.id)
  const bill = await owner.ok(getBill, call)
  if (!bill.terms) throw new Error('submitted without terms')
  const memo = memorandum(bill, 0, { workUpto: cut, replaced: heads })
  const { netDifference } = passing(billInputOf(bill, bill.terms, bill.previous), memorandumOf(memo))
  return (await owner.sendCall(passBill, { ...call, body: { ...memo, net: -Number(netDifference) } })).status
}

interface Stored {
  status: BillStatus
  input: TypedInput | null
  memorandum: Parameters<typeof passing>[1] | null
  netClaimed: string | null
  netPassed: string | null
  claimed: object[]
  passed: object[]
}

/** The stored bills of an agreement. */
async function storedBills(agreementId: string): Promise<Stored[]> {
  const lines = (stage: string) => `(select coalesce(json_agg(json_build_object('head', l.head, 'upto', l.upto::text,
      'previous', l.previous::text, 'since', l.since::text, 'base', l.base::text, 'percent', trim_scale(l.percent)::text,
      'ruleIds', l.rule_ids, 'replaced', l.note) order by l.position), '[]')
    from bill_lines l where l.bill_id = b.id and l.stage = '${stage}')`
  const { rows } = await admin.query(
    `select b.status, b.input, b.memorandum, b.net_claimed::text as "netClaimed", b.net_passed::text as "netPassed",
      ${lines('CLAIMED')} as claimed, ${lines('PASSED')} as passed
    from bills b where b.agreement_id = $1 and b.deleted_at is null order by b.number`,
    [agreementId],
  )
  return rows
}

test('after random histories every stored line equals what its input gives, and each bill starts from the one passed before [money 13.20a]', async () => {
  const percentsOf = (percentages: object) => Object.entries(percentages) as [Extract<BillHead, 'WITHHELD'>, number][]
  await fc.assert(
    fc.asyncProperty(acts, percents, async (history, agreedPercents) => {
      const { id } = await newClientAgreement(owner, {
        status: 'ACTIVE',
        agreedOn: '2026-04-01',
        value: 40_00_000,
        siteState: '29',
        ourGstin: '29AAECD4471P1Z1',
      })
      for (const [head, percent] of percentsOf(agreedPercents))
        await newHead(owner, id, { head, percent, ...((head as string) === 'RETENTION' && { capPercent: 5 }) })
      for (const one of history) {
        const status = await doAct(one, id)
        expect([0, 200, 201, 204, 409]).toContain(status)
        if (status !== 0 && status !== 409) doneCounts[one.act] = (doneCounts[one.act] ?? 0) + 1
      }
      let before: TypedInput['previous'] | ReturnType<typeof asPrevious> = null
      for (const bill of await storedBills(id)) {
        if (!bill.input) continue
        // A memorandum may be taken back once the bill after it is cancelled.
        if (bill.status !== 'CANCELLED') expect(bill.input.previous).toEqual(before)
        const computed = computeBill(bill.input)
        expect([bill.claimed, bill.netClaimed]).toEqual([computed.lines, computed.net.since])
        if (!bill.memorandum) continue
        const passed = passing(bill.input, bill.memorandum)
        expect([bill.passed, bill.netPassed]).toEqual([passed.bill.lines, passed.bill.net.since])
        expect(passed.netDifference).toBe('0.00')
        before = asPrevious(passed.bill)
      }
    }),
    { numRuns: 6 },
  )
  for (const act of actKinds) expect(doneCounts[act] ?? 0, act).toBeGreaterThan(0)
}, 300_000)
