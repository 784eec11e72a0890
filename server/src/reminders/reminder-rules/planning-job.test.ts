import { updateCompanySettings } from '@plinth/api/platform/company-settings'
import { addWatcher } from '@plinth/api/reminders/watchers'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { adminClient } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { planReminders } from '../notifications/notifications.factory.ts'

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

/** A time zone where it is noon now; Etc/GMT+n is n hours behind UTC. */
function noonNow(): string {
  const behind = new Date().getUTCHours() - 12
  return `Etc/GMT${behind < 0 ? '' : '+'}${behind}`
}

/** Moves the audit entries of a company to so many minutes ago. */
async function setLastChange(company: string, minutes: number): Promise<void> {
  await admin.query('set session_replication_role = replica')
  const change = 'update audit_entries set id = uuidv7(make_interval(mins => -$2::int)) where tenant_id = $1'
  await admin.query(change, [company, minutes])
  await admin.query('set session_replication_role = origin')
}

/** Moves the last run of a company to so many minutes ago. */
async function setLastRun(company: string, minutes: number): Promise<void> {
  const change = 'update reminder_runs set ran_at = clock_timestamp() - make_interval(mins => $2) where tenant_id = $1'
  await admin.query(change, [company, minutes])
}

async function isDue(company: string): Promise<boolean> {
  const { rows } = await server.door.anonymous((db) =>
    sql<{ id: string }>`select app.companies_to_remind() as id`.execute(db),
  )
  return rows.some(({ id }) => id === company)
}

/** A company where it is noon, whose last run was two hours ago and whose last change ten hours ago, with a tender. */
async function newIdleCompany(): Promise<{ id: string; by: Client; contractId: string }> {
  const company = await newCompany(server)
  const by = await company.as()
  const { id: contractId } = await newContract(by)
  await planReminders(server, company)
  await admin.query('update tenants set time_zone = $2 where id = $1', [company.id, noonNow()])
  await setLastChange(company.id, 600)
  await setLastRun(company.id, 120)
  return { id: company.id, by, contractId }
}

describe('the run of a company is due', () => {
  test('at once the first time, and then once an hour if anything has changed', async () => {
    const { id, by } = await newIdleCompany()
    await newContract(by)
    expect(await isDue(id)).toBe(true)
    await planReminders(server, { id })
    expect(await isDue(id)).toBe(false)
    await setLastRun(id, 59)
    expect(await isDue(id)).toBe(false)
    await admin.query('delete from reminder_runs where tenant_id = $1', [id])
    expect(await isDue(id)).toBe(true)
  })

  test('on the next day if nothing has changed', async () => {
    const { id } = await newIdleCompany()
    expect(await isDue(id)).toBe(false)
    await setLastRun(id, 14 * 60)
    expect(await isDue(id)).toBe(true)
  })

  test('for a change written shortly before the last run, which may have been committed after it', async () => {
    const { id } = await newIdleCompany()
    await setLastChange(id, 130)
    expect(await isDue(id)).toBe(true)
    await setLastChange(id, 140)
    expect(await isDue(id)).toBe(false)
  })

  test('once somebody watches a record', async () => {
    const { id, by, contractId } = await newIdleCompany()
    await by.ok(addWatcher, { params: { recordType: 'CONTRACT', recordId: contractId } })
    expect(await isDue(id)).toBe(true)
  })

  test('only within the hours that the company has set', async () => {
    const { id, by } = await newIdleCompany()
    const isDueWithHours = async (dayStartsAt: number, dayEndsAt: number) => {
      await by.ok(updateCompanySettings, { body: { dayStartsAt, dayEndsAt } })
      return isDue(id)
    }
    expect(await isDueWithHours(13, 20)).toBe(false)
    expect(await isDueWithHours(5, 12)).toBe(false)
    expect(await isDueWithHours(12, 13)).toBe(true)
  })

  test('only while the company is not suspended', async () => {
    const { id, by } = await newIdleCompany()
    await newContract(by)
    await admin.query(`update tenants set status = 'SUSPENDED' where id = $1`, [id])
    expect(await isDue(id)).toBe(false)
  })
})
