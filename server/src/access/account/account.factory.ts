import { confirmSecondFactor, startSecondFactor } from '@plinth/api/access/account'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { adminClient } from '../../kernel/testing/databases.ts'
import type { Client } from '../../testing/test-server.ts'

/** The code that an authenticator app shows for a secret at a moment. */
export const codeOf = (secret: string, at: number) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at })

/**
 * Begins a second factor without confirming it, and returns its secret. Replacing a factor needs a code of the old one.
 */
export async function beginFactor(person: Client, currentPassword: string, code?: string): Promise<string> {
  const { secret } = await person.ok(startSecondFactor, { body: { currentPassword, ...(code && { code }) } })
  return secret
}

/** Sets up a second factor and confirms it, at this moment of the server's clock. */
export async function newFactor(person: Client, currentPassword: string, at = Date.now(), oldCode?: string) {
  const secret = await beginFactor(person, currentPassword, oldCode)
  const { recoveryCodes } = await person.ok(confirmSecondFactor, { body: { code: codeOf(secret, at) } })
  return { secret, recoveryCodes, codeAt: (moment: number) => codeOf(secret, moment) }
}

/**
 * Runs calls that must all wait for one row before any of them gets it: the row stays locked until every call waits for
 * it. `row` is the rest of a SELECT that names the row.
 */
export async function atOnce<T>(
  admin: Awaited<ReturnType<typeof adminClient>>,
  row: string,
  id: string,
  calls: (() => Promise<T>)[],
): Promise<T[]> {
  await admin.query('begin')
  await admin.query(`select ${row} for update`, [id])
  const replies = Promise.all(calls.map((call) => call()))
  // The backends that wait for the row, and those that queue behind them.
  const waiting = `with recursive waiting as materialized (
      select distinct pid, pg_blocking_pids(pid) as behind from pg_locks where not granted),
    queue (pid) as (select pg_backend_pid() union select w.pid from waiting w join queue q on q.pid = any(w.behind))
    select from queue where pid <> pg_backend_pid()`
  await expect.poll(async () => (await admin.query(waiting)).rowCount, { timeout: 4000 }).toBe(calls.length)
  await admin.query('commit')
  return replies
}
