import { updateCompanySettings } from '@plinth/api/platform/company-settings'
import { addWatcher } from '@plinth/api/reminders/watchers'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { adminClient } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { planned } from '../notifications/notifications.factory.ts'

let server: TestServer
let admin: pg.Client

beforeAll(async () => {
  server = await startTestServer()
  admin = await adminClient(inject('admin'))
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

/** Where it is noon now: the zones of this name are that many hours behind. */
function noonNow(): string {
  const behind = new Date().getUTCHours() - 12
  return `Etc/GMT${behind < 0 ? '' : '+'}${behind}`
}

/** As if all that was changed in a company had been changed so many minutes ago. */
async function changedAgo(company: string, minutes: number): Promise<void> {
  await admin.query('set session_replication_role = replica')
  const change = 'update audit_entries set id = uuidv7(make_interval(mins => -$2::int)) where tenant_id = $1'
  await admin.query(change, [company, minutes])
  await admin.query('set session_replication_role = origin')
}

/** As if reminders had been made so many minutes ago. */
async function ranAgo(company: string, minutes: number): Promise<void> {
  const change = 'update reminder_runs set ran_at = clock_timestamp() - make_interval(mins => $2) where tenant_id = $1'
  await admin.query(change, [company, minutes])
}

async function isDue(company: string): Promise<boolean> {
  const { rows } = await server.door.anonymous((db) =>
    sql<{ id: string }>`select app.companies_to_remind() as id`.execute(db),
  )
  return rows.some(({ id }) => id === company)
}

/** A company where it is noon, that was reminded two hours ago, and in which nothing was changed since long before; and a tender of it. */
async function rested(): Promise<{ id: string; by: Client; contractId: string }> {
  const company = await newCompany(server)
  const by = await company.as()
  const { id: contractId } = await newContract(by)
  await planned(server, company)
  await admin.query('update tenants set time_zone = $2 where id = $1', [company.id, noonNow()])
  await changedAgo(company.id, 600)
  await ranAgo(company.id, 120)
  return { id: company.id, by, contractId }
}

describe('a company is reminded', () => {
  test('the first time at once, and after that once an hour where anything was changed', async () => {
    const { id, by } = await rested()
    await newContract(by)
    expect(await isDue(id)).toBe(true)
    await planned(server, { id })
    expect(await isDue(id)).toBe(false)
    await ranAgo(id, 59)
    expect(await isDue(id)).toBe(false)
    await admin.query('delete from reminder_runs where tenant_id = $1', [id])
    expect(await isDue(id)).toBe(true)
  })

  test('not again where nothing was changed, until the next day', async () => {
    const { id } = await rested()
    expect(await isDue(id)).toBe(false)
    await ranAgo(id, 14 * 60)
    expect(await isDue(id)).toBe(true)
  })

  test('of what was written before the last time, and stored after it', async () => {
    const { id } = await rested()
    await changedAgo(id, 130)
    expect(await isDue(id)).toBe(true)
    await changedAgo(id, 140)
    expect(await isDue(id)).toBe(false)
  })

  test('once somebody watches a record', async () => {
    const { id, by, contractId } = await rested()
    await by.ok(addWatcher, { params: { recordType: 'CONTRACT', recordId: contractId } })
    expect(await isDue(id)).toBe(true)
  })

  test('within the hours that it has set', async () => {
    const { id, by } = await rested()
    const between = async (dayStartsAt: number, dayEndsAt: number) => {
      await by.ok(updateCompanySettings, { body: { dayStartsAt, dayEndsAt } })
      return isDue(id)
    }
    expect(await between(13, 20)).toBe(false)
    expect(await between(5, 12)).toBe(false)
    expect(await between(12, 13)).toBe(true)
  })

  test('as long as it works here', async () => {
    const { id, by } = await rested()
    await newContract(by)
    await admin.query(`update tenants set status = 'SUSPENDED' where id = $1`, [id])
    expect(await isDue(id)).toBe(false)
  })
})
