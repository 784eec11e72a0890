import { depositStatuses } from '@plinth/api/deposits/deposits'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db, Door } from '../server/src/kernel/db/tenancy.ts'
import { cells, picked } from './furnish.ts'
import { newCompany } from './measures.ts'

/** A company whose records of all kinds grow with the number of its contracts; about a third as many are deadlines. */

const people = 8
const offices = 40

/** A day from `first` on, spread over as many days; the numbers of days are primes, so that every person has all of them. */
const dayOf = (first: number, days: 307 | 331 | 701) => `current_date + (${first}) + n * 7919 % ${days}`

/** Every field of the nth contract, as SQL by column. */
const contractCells: Record<string, string> = {
  ...cells,
  office_id: `o.ids[1 + n % ${offices}]`,
  opening_date: dayOf(-700, 331),
  closing_date: dayOf(-300, 331),
  result_date: dayOf(-250, 307),
  given_start_date: dayOf(-600, 331),
  given_end_date: `case when n % 10 = 0 then ${dayOf(-200, 701)} end`,
}

/** Statements of a company that run as one of its people, for the records from one number to another. */
interface Part {
  db: Db
  from: number
  until: number
}

const numbers = ({ from, until }: Part) => sql`generate_series(${from}::int, ${until}::int) n`

/** The contracts of the person with their numbers. */
const ownContracts = sql`(select id, office_id, substr(bid_id, 5)::int as n from contracts where created_by = app.user_id()) c`

async function enterContracts(part: Part): Promise<void> {
  const { db } = part
  const [names, values] = [Object.keys(contractCells).join(', '), Object.values(contractCells).join(', ')]
  await sql`insert into contracts (${sql.raw(names)}) select ${sql.raw(values)}
    from ${numbers(part)}, (select array_agg(id) as ids from offices) o`.execute(db)
  await sql`insert into contract_terms (contract_id, bid_validity_days, ps_days, agreement_days, dlp_months)
    select id, 90, 21, 15, 12 from ${ownContracts} where n % 5 = 0`.execute(db)
}

const amount = sql.raw('10000 + n % 97 * 500')
const bank = sql.raw(picked(['State Bank of India', 'Canara Bank', 'Bank of Baroda', 'Union Bank'], 'n / 5'))

/** Enters an instrument for one deposit in eight, lodged with the department. */
async function enterInstruments(part: Part): Promise<void> {
  await sql`insert into instruments (kind, number, amount, issuer, issued_on, expires_on, matures_on)
    select kind, 'I/' || n, ${amount}, ${bank}, current_date - 100,
      case when kind = 'BG' then ${sql.raw(dayOf(-60, 701))} end, case when kind = 'FDR' then ${sql.raw(dayOf(-60, 331))} end
    from (select n, ${sql.raw(picked(['BG', 'FDR', 'DD'], 'n / 24'))} as kind from ${numbers(part)} where n % 24 = 0) i`.execute(
    part.db,
  )
  await sql`insert into instrument_events (instrument_id, kind, happened_on)
    select id, 'LODGED', current_date - 90 from instruments where state = 'DRAFT'`.execute(part.db)
}

/** Enters a deposit for one contract in three, and a receipt of a part for some of them. */
async function enterDeposits({ db }: Part): Promise<void> {
  await sql`insert into security_deposits (contract_id, deposit_type, instrument_no, instrument_id, amount, status, bank_name,
      deposit_submitted_date, deposit_returned_date)
    select d.id, ${sql.raw(picked(['EMD', 'Performance security', 'Security deposit', 'Additional security'], 'n / 15'))},
      'DD' || n, i.id, ${amount}, d.status, ${bank}, current_date - 100 - n % 500,
      case when d.status in ('RETURNED', 'RELEASED', 'REFUNDED') then current_date - n % 90 end
    from (select id, n, ${sql.raw(picked(depositStatuses, 'n / 3'))} as status from ${ownContracts} where n % 3 = 0) d
    left join instruments i on i.number = 'I/' || n`.execute(db)
  await sql`insert into deposit_settlements (deposit_id, kind, amount, settled_on, reference)
    select id, 'RECEIVED', 1000, current_date - 10, 'UTR ' || instrument_no from security_deposits
    where created_by = app.user_id() and status = 'PENDING'`.execute(db)
}

/** Asks each office for its deposits that wait for their refund. */
async function enterRequests({ db }: Part): Promise<void> {
  const asked = sql`security_deposits d join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
    and d.created_by = app.user_id() and d.status = 'PENDING_REFUND'`
  await sql`insert into refund_requests (office_id, subject, body, letter_on)
    select distinct c.office_id, 'Refund of deposits', 'Kindly refund our deposits.', current_date - 30 from ${asked}`.execute(
    db,
  )
  await sql`insert into refund_request_items (request_id, deposit_id, amount)
    select r.id, d.id, d.open_amount from ${asked} join refund_requests r on r.office_id = c.office_id and r.state = 'DRAFT'`.execute(
    db,
  )
  await sql`update refund_requests set state = 'SENT', sent_on = current_date - 20, sent_by_means = 'HAND'
    where state = 'DRAFT'`.execute(db)
}

async function enterWorks(part: Part): Promise<void> {
  await sql`with made as (insert into projects (project_name, status, given_end_date)
      select 'Road ' || n, 'IN_PROGRESS', ${sql.raw(dayOf(-100, 331))} from ${numbers(part)} where n % 100 = 0
      returning id, substr(project_name, 6)::int as nth)
    insert into tasks (project_id, title, position, given_end_date)
    select id, 'Excavation of reach ' || n, n, ${sql.raw(dayOf(-50, 307))}
    from (select id, nth + place as n from made, generate_series(1, 3) place) t`.execute(part.db)
  await sql`insert into general_tasks (title, due_on, assignee_id)
    select 'Ask about bill ' || n, ${sql.raw(dayOf(-50, 331))}, app.user_id() from ${numbers(part)} where n % 100 = 0`.execute(
    part.db,
  )
}

/**
 * Creates a company of so many contracts with every trigger active, each eighth of its records by another person.
 * Returns its id and that of its owner.
 */
export async function growCompany(
  door: Door,
  admin: pg.Client,
  name: string,
  size: number,
): Promise<{ id: string; owner: string }> {
  const modules = ['Contracts', 'Payments', 'Projects', 'Project Tasks', 'General Tasks', 'Reminders'] as const
  const id = await newCompany(door, name, modules, people)
  const { rows } = await admin.query<{ id: string }>('select id from users where tenant_id = $1 order by email', [id])
  await door.inTenant(id, null, (db) =>
    sql`insert into offices (department, name, designation)
      select ${sql.raw(picked(['PWD', 'Irrigation', 'Railways', 'NHAI', 'Housing board'], 'n'))}, 'Division ' || n, 'Executive Engineer'
      from generate_series(1, ${offices}::int) n`.execute(db),
  )
  const before = (place: number) => Math.floor((size * place) / people)
  for (const [place, person] of rows.entries())
    await door.inTenant(id, person.id, async (db) => {
      await sql`set local statement_timeout = 0`.execute(db)
      const part = { db, from: before(place) + 1, until: before(place + 1) }
      for (const enter of [enterContracts, enterInstruments, enterDeposits, enterRequests, enterWorks])
        await enter(part)
    })
  return { id, owner: rows[0]?.id ?? '' }
}
