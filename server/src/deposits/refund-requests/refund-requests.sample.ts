import { depositEdit } from '@plinth/api/deposits/deposits'
import type { SendingMeans } from '@plinth/api/deposits/refund-requests'
import { daysAfter } from '@plinth/api/kernel/later-days'
import { sql } from 'kysely'
import type { Storing } from '../../documents/documents/storing.queries.ts'
import type { Db, Door } from '../../kernel/db/tenancy.ts'
import type { Storage } from '../../kernel/files/storage.ts'
import { companyDay } from '../../kernel/records/quick-filters.ts'
import { earlier, type Furnished } from '../../sample-values.ts'
import { update } from '../deposits/deposits.queries.ts'
import { written } from './letters.queries.ts'
import { answer, create, withdraw } from './refund-requests.queries.ts'
import { send } from './sending.queries.ts'

/** Deposits that lie with one office. */
interface Lying {
  officeId: string
  ids: string[]
}

/** By office what waits there under a status, the office with the oldest of it first. */
const lyingUnder = (status: string) => sql<Lying>`select due.office_id as "officeId",
    array_agg(d.id order by d.deposit_submitted_date, d.instrument_no) as ids
  from security_deposits d join app.deposit_dues due on due.tenant_id = d.tenant_id and due.deposit_id = d.id
  join offices o on o.tenant_id = d.tenant_id and o.id = due.office_id
  where due.is_open and d.status = ${status} and d.deposit_submitted_date is not null
  group by due.office_id, o.department, o.name order by min(d.deposit_submitted_date), o.department, o.name`

/** What was refunded last, by its status alone. */
const lastRefunded = sql<{ id: string; contractId: string; officeId: string; returnedOn: string; status: 'REFUNDED' }>`
  select d.id, d.contract_id as "contractId", due.office_id as "officeId", d.deposit_returned_date as "returnedOn", d.status
  from security_deposits d join app.deposit_dues due on due.tenant_id = d.tenant_id and due.deposit_id = d.id
  where d.status = 'REFUNDED' and d.received_amount = d.amount and due.office_id is not null
    and d.deposit_returned_date - d.deposit_submitted_date > 30
    and not exists (select from deposit_settlements s where s.tenant_id = d.tenant_id and s.deposit_id = d.id and s.source = 'ENTERED')
  order by d.deposit_returned_date desc, d.instrument_no limit 1`

/** How letters of the sample company are written and sent. */
interface Desk {
  inCompany<T>(work: (db: Db) => Promise<T>): Promise<T>
  draft(lying: Lying, letterOn: string, language?: 'en' | 'hi'): Promise<string>
  sent(lying: Lying, on: string, sentByMeans: SendingMeans, language?: 'en' | 'hi'): Promise<string>
}

function deskOf(door: Door, storage: Storage, { tenantId, accounts }: Furnished): Desk {
  const inCompany = <T>(work: (db: Db) => Promise<T>) => door.inTenant(tenantId, accounts, work)
  const context: Storing = {
    stage: inCompany,
    settle: inCompany,
    caller: { tenantId, userId: accounts, sessionId: tenantId },
    storage,
    once: (_, __, make) => make(),
  }
  const draft: Desk['draft'] = async ({ officeId, ids }, letterOn, language = 'en') => {
    const deposits = ids.map((depositId) => ({ depositId }))
    const made = await inCompany(async (db) =>
      create(db, await written(db, { officeId, letterOn, language, deposits }), deposits),
    )
    return made.id
  }
  const sent: Desk['sent'] = async (lying, on, sentByMeans, language) => {
    const id = await draft(lying, on, language)
    await send(context, id, {
      sentOn: on,
      sentByMeans,
      dispatchRef: `Outward ${Number(on.slice(5, 7)) * 100 + Number(on.slice(8))}`,
    })
    return id
  }
  return { inCompany, draft, sent }
}

/**
 * Letters of the sample company in every state: drafted, sent, answered, withdrawn, and closed by what came. They ask for what waits
 * for refund already, so that no figure is other than without them.
 */
export async function addSampleRequests(door: Door, storage: Storage, made: Furnished): Promise<void> {
  const { inCompany, draft, sent } = deskOf(door, storage, made)
  const { dayAt } = made
  const today = await inCompany(companyDay)
  const day = (days: number) => earlier(dayAt(days), today)

  const [came] = (await inCompany((db) => lastRefunded.execute(db))).rows
  if (came)
    await addClosed(inCompany, came, (on) =>
      sent({ officeId: came.officeId, ids: [came.id] }, earlier(on, today), 'POST'),
    )
  const [first, second, third] = (await inCompany((db) => lyingUnder('PENDING_REFUND').execute(db))).rows
  if (first) await sent(first, day(-41), 'POST')
  if (second) {
    const id = await sent(second, day(-24), 'HAND', 'hi')
    const told = { answeredOn: day(-6), inwardRef: 'AC/1184', answer: 'The bill is passed and lies with the treasury.' }
    await inCompany((db) => answer(db, id, told))
  }
  if (third) {
    const id = await sent(third, day(-12), 'EMAIL')
    await inCompany((db) => withdraw(db, id))
  }
  const [lying] = (await inCompany((db) => lyingUnder('SUBMITTED').execute(db))).rows
  if (lying) await draft({ ...lying, ids: lying.ids.slice(0, 3) }, day(0))
}

/** A letter to which the money came: its deposit is as it was afterwards. */
async function addClosed(
  inCompany: Desk['inCompany'],
  { contractId, id, returnedOn, status }: { contractId: string; id: string; returnedOn: string; status: 'REFUNDED' },
  ask: (on: string) => Promise<string>,
): Promise<void> {
  const set = (values: object) => inCompany((db) => update(db, contractId, id, depositEdit.parse(values)))
  await set({ status: 'PENDING_REFUND' })
  await ask(daysAfter(returnedOn, -21))
  await set({ status, depositeReturnedDate: returnedOn })
}
