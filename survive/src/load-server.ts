import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDoor } from '../../server/src/kernel/db/door.ts'
import { rolesHere } from '../../server/src/kernel/db/role-names.ts'
import { ensureLogin } from '../../server/src/kernel/db/server-login.ts'
import { type Door } from '../../server/src/kernel/db/tenancy.ts'
import { refreshHash } from '../../server/src/kernel/secrets/refresh-tokens.ts'
import { tokens } from '../../server/src/kernel/secrets/tokens.ts'
import {
  type Client,
  type Company,
  client,
  everything,
  type Grid,
  newCompany,
  operatorCompany,
} from '../../server/src/testing/test-server.ts'
import { type End, type Installation, newInstallation } from './installation.ts'

/** A signed-in person with their ids and tokens, which a test may damage. */
export interface Person extends Client {
  tenantId: string
  userId: string
  accessToken: string
  refreshToken: string
}

/** The product in a process of its own, and a database connection by which companies and people are created without calling it. */
export interface LoadServer {
  at: Installation
  url: string
  door: Door
  newCompany(): Promise<Company>
  operators(): Promise<Company>
  /** A signed-in person with exactly these permissions, made without hashing a password. */
  person(company: Company, grid?: Grid): Promise<Person>
  /** Another session of an existing person. */
  session(company: Pick<Company, 'id'>, userId: string): Promise<Person>
  /** Resident memory of the server process in bytes, from its metrics. */
  resident(): Promise<number>
  stop(): Promise<End>
}

/** Retries the setup of a test: the machine may be busy, or the test may have cut this connection. */
async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work()
    } catch (error) {
      if (tries === 20) throw error
      await sleep(100)
    }
}

/** Trusts the client address that a request claims, so that limits per address do not stop a load test. */
export async function startLoadServer(env: Record<string, string> = {}): Promise<LoadServer> {
  const at = await newInstallation({ TRUST_PROXY: '127.0.0.1', ...env })
  await at.start()
  const admin = at.adminConnection()
  const login = await at.asAdmin(async (admin) => ensureLogin(admin, await rolesHere(admin), at.sessionSecret()))
  const door = await openDoor({ ...admin, ...login }, 4)
  const issue = tokens(at.sessionSecret())
  const { url } = at

  async function session({ id: tenantId }: Pick<Company, 'id'>, userId: string): Promise<Person> {
    const sessionId = randomUUID()
    const refreshToken = issue.signRefresh({ tenantId, sessionId, generation: 0 })
    await door.inTenant(tenantId, userId, (db) =>
      sql`insert into sessions (id, user_id, refresh_hash, address)
        values (${sessionId}, ${userId}, ${refreshHash(refreshToken)}, '::1')`.execute(db),
    )
    const accessToken = await issue.signAccess({ tenantId, userId, sessionId })
    return { ...client(url, accessToken), tenantId, userId, accessToken, refreshToken }
  }

  return {
    at,
    url,
    door,
    newCompany: () => withRetries(() => newCompany({ url, door })),
    operators: () => operatorCompany({ url, door }),
    person: async (company, grid = everything) => {
      const { userId } = await withRetries(() => company.person(grid))
      return withRetries(() => session(company, userId))
    },
    session: (company, userId) => withRetries(() => session(company, userId)),
    async resident() {
      const text = await (await fetch(`${url}/metrics`)).text()
      return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1])
    },
    async stop() {
      await door.close()
      return at.stop()
    },
  }
}
