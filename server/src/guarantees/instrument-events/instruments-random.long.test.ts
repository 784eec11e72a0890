import { type Deposit, updateDeposit } from '@plinth/api/deposits/deposits'
import { addSettlement, cancelSettlement, listSettlements } from '@plinth/api/deposits/settlements'
import { addInstrumentEvent } from '@plinth/api/guarantees/instrument-events'
import { addInstrumentLien, endInstrumentLien, listInstrumentLiens } from '@plinth/api/guarantees/instrument-liens'
import { instrumentEvents, instrumentStates } from '@plinth/api/guarantees/instrument-moves'
import { createInstrument, type Instrument, updateInstrument } from '@plinth/api/guarantees/instruments'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { afterAll, expect, inject, test } from 'vitest'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { faultsOf } from '../../deposits/settlements/settlements.factory.ts'
import { adminClient, dayInIndia, newId } from '../../kernel/testing/databases.ts'
import { dice } from '../../kernel/testing/dice.ts'
import { seed, seedOf } from '../../kernel/testing/seed.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { startSuite } from '../../testing/test-server.ts'
import { newGuarantee, newReceipt } from '../instruments/instruments.factory.ts'

const actions = 4_000
const writers = 8

const { company, owner } = await startSuite()
const admin = await adminClient(inject('admin'))
afterAll(() => admin.end())

/** Instruments that differ from their last event, are worth less than their liens or deposits, or have a gap in their history. */
const faultsOfInstruments = `with last as (select distinct on (instrument_id) * from instrument_events where tenant_id = $1
    order by instrument_id, created_at desc, id desc)
  select 'is not what its last event says ' || i.id as fault from instruments i join last e on e.instrument_id = i.id
    where i.tenant_id = $1 and (i.state <> e.to_state or i.expires_on is distinct from e.expires_on_after
      or i.matures_on is distinct from e.matures_on_after or (e.amount_after > 0 and i.amount <> e.amount_after))
  union all select 'a gap between events of ' || instrument_id from (select instrument_id, from_state, amount_before,
      lag(to_state) over w as state, lag(amount_after) over w as amount
    from instrument_events where tenant_id = $1 window w as (partition by instrument_id order by created_at, id)) h
    where state is not null and (state <> from_state or amount > 0 and amount <> amount_before)
  union all select 'liens of more than the receipt ' || i.id from instruments i join instrument_liens l on l.receipt_id = i.id
    where i.tenant_id = $1 and l.freed_on is null group by i.id, i.amount having sum(l.amount) > i.amount
  union all select 'secured for more than it comes to ' || i.id from instruments i join security_deposits d on d.instrument_id = i.id
    where i.tenant_id = $1 and i.kind = 'BG' and d.deleted_at is null and d.status not in ('DRAFT', 'REJECTED', 'CANCELLED')
    group by i.id, i.amount having sum(d.open_amount) > i.amount
  union all select 'a number of its own at ' || d.id from security_deposits d join instruments i on i.id = d.instrument_id
    where d.tenant_id = $1 and d.instrument_no <> i.number`

test(`after ${actions} random actions of ${writers} writers each instrument equals its last event and covers its liens and deposits`, async () => {
  const { id: contractId } = await newContract(owner)
  const guarantees = await Promise.all(
    Array.from({ length: 6 }, () => newGuarantee(owner, { amount: 1_000, happenedOn: '2026-01-20' })),
  )
  const receipts = await Promise.all(Array.from({ length: 4 }, () => newReceipt(owner, { amount: 1_000 })))
  const deposits: Deposit[] = []
  for (let nth = 0; nth < 18; nth += 1)
    deposits.push(
      await newDeposit(owner, contractId, {
        amount: 200,
        instrumentId: guarantees[nth % 6]?.id ?? null,
        instrumentNo: 'x',
      }),
    )
  const today = dayInIndia(new Date())
  const answerCounts = new Map<number, number>()

  async function doRandomAction(roll: (below: number) => number): Promise<void> {
    const one = <T>(some: readonly T[]): T => some[roll(some.length)] as T
    const send = async (endpoint: Endpoint, input: object) => {
      const { status } = await owner.sendCall(endpoint, input)
      answerCounts.set(status, (answerCounts.get(status) ?? 0) + 1)
    }
    const instrument: Instrument = one([...guarantees, ...receipts])
    const amount = (1 + roll(90_000)) / 100
    const which = roll(100)
    if (which < 45) {
      const kind = one(instrumentEvents)
      const fields = {
        ...(kind === 'EXTENDED' && { expiresOn: `20${27 + roll(9)}-06-30` }),
        ...(kind === 'RENEWED' && { maturesOn: `20${27 + roll(9)}-06-30`, amount }),
        ...(['AMOUNT_CHANGED', 'PAID_OUT'].includes(kind) && { amount }),
        // A correction can reopen an instrument; otherwise all would soon be closed.
        ...(kind === 'CORRECTED' && {
          remark: 'x',
          ...(roll(2) === 0 ? { state: one(instrumentStates) } : { amount }),
        }),
      }
      return send(addInstrumentEvent, { params: { id: instrument.id }, body: { kind, happenedOn: today, ...fields } })
    }
    if (which < 60) {
      const body = { receiptId: one(receipts).id, amount, markedOn: '2026-02-01' }
      return send(addInstrumentLien, { params: { id: one(guarantees).id }, body })
    }
    if (which < 68) {
      const reply = await owner.sendCall(listInstrumentLiens, { params: { id: instrument.id } })
      const [lien] = JSON.parse(reply.text) as { id: string; guaranteeId: string }[]
      if (!lien) return undefined
      return send(endInstrumentLien, { params: { id: lien.guaranteeId, lienId: lien.id }, body: { freedOn: today } })
    }
    const deposit = one(deposits)
    const params = { contractId, depositId: deposit.id }
    if (which < 76)
      return send(updateDeposit, { params, body: { instrumentId: one([null, ...guarantees])?.id ?? null } })
    if (which < 82) return send(updateDeposit, { params, body: { amount } })
    if (which < 87)
      return send(addSettlement, { params, body: { kind: 'RECEIVED', amount: amount / 10, settledOn: today } })
    if (which < 93) {
      const reply = await owner.sendCall(listSettlements, { params })
      const [found] = JSON.parse(reply.text) as { id: string }[]
      return found && send(cancelSettlement, { params: { ...params, settlementId: found.id }, body: {} })
    }
    if (which < 98) return send(updateInstrument, { params: { id: instrument.id }, body: { number: newId() } })
    const { kind, issuer, issuedOn, expiresOn } = one(guarantees)
    return send(createInstrument, {
      body: { kind, issuer, issuedOn, expiresOn, number: newId(), amount, depositIds: [deposit.id] },
    })
  }

  await Promise.all(
    Array.from({ length: writers }, async (_, at) => {
      const roll = dice(seedOf(`instruments ${at}`))
      for (let nth = 0; nth < actions / writers; nth += 1) await doRandomAction(roll)
    }),
  )
  expect(
    [...answerCounts.keys()].filter((status) => ![200, 201, 204, 400, 404, 409].includes(status)),
    `seed ${seed}`,
  ).toEqual([])
  expect(answerCounts.get(201) ?? 0).toBeGreaterThan(actions / 20)
  expect(answerCounts.get(409) ?? 0).toBeGreaterThan(actions / 100)
  const { rows } = await admin.query(faultsOfInstruments, [company.id])
  expect(rows, `seed ${seed}`).toEqual([])
  expect(await faultsOf(admin, company.id), `seed ${seed}`).toEqual([])
}, 180_000)
