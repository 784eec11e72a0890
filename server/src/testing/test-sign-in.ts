import { type Endpoint, shapeOf } from '@plinth/api/kernel/endpoint'
import { Secret } from 'otpauth'
import type pg from 'pg'
import { codeOf } from '../access/account/account.factory.ts'
import { newSecret } from '../access/auth/auth.rules.ts'
import { tokens } from '../kernel/secrets/tokens.ts'
import { newId, testSecret } from '../kernel/testing/databases.ts'
import { newMobileNo } from '../kernel/testing/unique.ts'
import { inputFor } from './test-graph.ts'
import type { Graph } from './test-inputs.ts'

/** Helpers of the generated tests that set up and read how somebody signs in, and find every call about it. */

interface Whose {
  tenantId: string
  userId: string
}

/** Gives a person a second factor and five failed sign-ins; returns the code that is valid now. */
export async function guard(admin: pg.Client, { tenantId, userId }: Whose, now: number): Promise<string> {
  const secret = newSecret()
  await admin.query(
    `insert into second_factors (tenant_id, user_id, sealed_secret, confirmed_at, last_step) values ($1, $2, $3, now(), 0)`,
    [tenantId, userId, tokens(testSecret).seal(secret, userId)],
  )
  await admin.query(`insert into login_attempts values ($1, 5, now() + interval '15 minutes')`, [`user ${userId}`])
  return codeOf(new Secret({ buffer: Uint8Array.from(secret).buffer }).base32, now)
}

/** Everything that decides how a person signs in, and how many calendar addresses were ever made for them. */
export async function signInOf(admin: pg.Client, userId: string) {
  const { rows } = await admin.query(
    `select u.email, u.mobile_no, p.hash, p.is_own, f.sealed_secret, f.pending_secret, f.confirmed_at, f.recovery_hashes,
       (select count(*)::int from calendar_feeds c where c.tenant_id = u.tenant_id and c.user_id = u.id) as calendars
     from users u left join user_passwords p on p.user_id = u.id left join second_factors f on f.user_id = u.id where u.id = $1`,
    [userId],
  )
  return rows
}

/** How many times somebody has failed to sign in. */
export const failuresOf = async (admin: pg.Client, userId: string): Promise<number> =>
  (await admin.query('select attempts from login_attempts where key = $1', [`user ${userId}`])).rows[0]?.attempts ?? 0

/** New values for the fields of a body that decide how somebody signs in. */
export const signInFields: Record<string, () => string> = {
  password: () => 'the tide is out today',
  newPassword: () => 'the tide is out today',
  email: () => `${newId()}@test.example`,
  mobileNo: () => newMobileNo(),
}

/** The inputs of a call about a person: as it is, and with each of its fields that decide how somebody signs in. */
export function callsAbout(
  userId: string,
  name: string,
  endpoint: Endpoint,
  graph: Graph,
  proof: object,
): { label: string; input: object }[] {
  const input = inputFor(name, endpoint, { ...graph, users: userId, user: userId })
  const fieldNames = Object.keys(shapeOf(endpoint.body))
  const proofFields = Object.fromEntries(Object.entries(proof).filter(([field]) => fieldNames.includes(field)))
  const body = 'body' in input && typeof input.body === 'object' ? input.body : undefined
  const withBody = (fields: object) => ({ ...input, body: { ...body, ...proofFields, ...fields } })
  const named = Object.entries(signInFields).filter(([field]) => fieldNames.includes(field))
  const all = Object.fromEntries(named.map(([field, newValue]) => [field, newValue()]))
  if (named.length === 0) return [{ label: 'as it is', input: fieldNames.length > 0 ? withBody({}) : input }]
  // Each input contains the fields that the call requires.
  return [
    { label: 'all', input: withBody(all) },
    ...named.map(([field, newValue]) => ({ label: field, input: withBody({ [field]: newValue() }) })),
  ]
}
