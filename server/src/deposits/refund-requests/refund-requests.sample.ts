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
import { completeDraft } from './letters.queries.ts'
import { answer, create, withdraw } from './refund-requests.queries.ts'
import { send } from './sending.queries.ts'

/** Deposits with one office. */
interface OfficeDeposits {
  officeId: string
  ids: string[]
}

/** The open deposits of a status by office, the office with the oldest deposit first. */
const depositsByOffice = (status: string) => sql<OfficeDeposits>`select due.office_id as "officeId",
    array_agg(d.id order by d.deposit_submitted_date, d.instrument_no) as ids
  from security_deposits d join app.deposit_dues due on due.tenant_id = d.tenant_id and due.deposit_id = d.id
  join offices o on o.tenant_id = d.tenant_id and o.id = due.office_id
  where due.is_open and d.status = ${status} and d.deposit_submitted_date is not null
  group by due.office_id, o.department, o.name order by min(d.deposit_submitted_date), o.department, o.name`

/** The last refunded deposit that has no entered settlement, only those that follow its status. */
const lastRefunded = sql<{ id: string; contractId: string; officeId: string; returnedOn: string; status: 'REFUNDED' }>`
  select d.id, d.contract_id as "contractId", due.office_id as "officeId", d.deposit_returned_date as "returnedOn", d.status
  from security_deposits d join app.deposit_dues due on due.tenant_id = d.tenant_id and due.deposit_id = d.id
  where d.status = 'REFUNDED' and d.received_amount = d.amount and due.office_id is not null
    and d.deposit_returned_date - d.deposit_submitted_date > 30
    and not exists (select from deposit_settlements s where s.tenant_id = d.tenant_id and s.deposit_id = d.id and s.source = 'ENTERED')
  order by d.deposit_returned_date desc, d.instrument_no limit 1`

/** Drafts and sends letters of the sample company. */
interface LetterWriter {
  inCompany<T>(work: (db: Db) => Promise<T>): Promise<T>
  draft(officeDeposits: OfficeDeposits, letterOn: string, language?: 'en' | 'hi'): Promise<string>
  draftAndSend(
    officeDeposits: OfficeDeposits,
    on: string,
    sentByMeans: SendingMeans,
    language?: 'en' | 'hi',
  ): Promise<string>
}

function letterWriterOf(door: Door, storage: Storage, { tenantId, accounts }: Furnished): LetterWriter {
  const inCompany = <T>(work: (db: Db) => Promise<T>) => door.inTenant(tenantId, accounts, work)
  const context: Storing = {
    stage: inCompany,
    settle: inCompany,
    caller: { tenantId, userId: accounts, sessionId: tenantId },
    storage,
    once: (_, __, make) => make(),
  }
  const draft: LetterWriter['draft'] = async ({ officeId, ids }, letterOn, language = 'en') => {
    const deposits = ids.map((depositId) => ({ depositId }))
    const request = await inCompany(async (db) =>
      create(db, await completeDraft(db, { officeId, letterOn, language, deposits }), deposits),
    )
    return request.id
  }
  const draftAndSend: LetterWriter['draftAndSend'] = async (officeDeposits, on, sentByMeans, language) => {
    const id = await draft(officeDeposits, on, language)
    await send(context, id, {
      sentOn: on,
      sentByMeans,
      dispatchRef: `Outward ${Number(on.slice(5, 7)) * 100 + Number(on.slice(8))}`,
    })
    return id
  }
  return { inCompany, draft, draftAndSend }
}

/**
 * Stores letters of the sample company in every state: drafted, sent, answered, withdrawn, and closed because the money came. They
 * ask for deposits that are PENDING_REFUND already, so that no figure changes.
 */
export async function addSampleRequests(door: Door, storage: Storage, furnished: Furnished): Promise<void> {
  const { inCompany, draft, draftAndSend } = letterWriterOf(door, storage, furnished)
  const { dayAt } = furnished
  const today = await inCompany(companyDay)
  const day = (days: number) => earlier(dayAt(days), today)

  const [refunded] = (await inCompany((db) => lastRefunded.execute(db))).rows
  if (refunded)
    await addClosed(inCompany, refunded, (on) =>
      draftAndSend({ officeId: refunded.officeId, ids: [refunded.id] }, earlier(on, today), 'POST'),
    )
  const [first, second, third] = (await inCompany((db) => depositsByOffice('PENDING_REFUND').execute(db))).rows
  if (first) await draftAndSend(first, day(-41), 'POST')
  if (second) {
    const id = await draftAndSend(second, day(-24), 'HAND', 'hi')
    const officeAnswer = {
      answeredOn: day(-6),
      inwardRef: 'AC/1184',
      answer: 'The bill is passed and lies with the treasury.',
    }
    await inCompany((db) => answer(db, id, officeAnswer))
  }
  if (third) {
    const id = await draftAndSend(third, day(-12), 'EMAIL')
    await inCompany((db) => withdraw(db, id))
  }
  const [officeDeposits] = (await inCompany((db) => depositsByOffice('SUBMITTED').execute(db))).rows
  if (officeDeposits) await draft({ ...officeDeposits, ids: officeDeposits.ids.slice(0, 3) }, day(0))
}

/** Stores a letter that was answered with the money. Its deposit ends as it was before. */
async function addClosed(
  inCompany: LetterWriter['inCompany'],
  { contractId, id, returnedOn, status }: { contractId: string; id: string; returnedOn: string; status: 'REFUNDED' },
  ask: (on: string) => Promise<string>,
): Promise<void> {
  const set = (values: object) => inCompany((db) => update(db, contractId, id, depositEdit.parse(values)))
  await set({ status: 'PENDING_REFUND' })
  await ask(daysAfter(returnedOn, -21))
  await set({ status, depositeReturnedDate: returnedOn })
}
