import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { Schema } from './schema.ts'

const known = new WeakMap<pg.ClientBase, Kysely<Schema>>()
const nothing = async () => {}

const refuseStream = (): AsyncIterableIterator<never> => {
  throw new Error('rows are not streamed through kysely')
}

function connectionOver(client: pg.ClientBase): DatabaseConnection {
  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, rowCount } = await client.query(sql, [...parameters])
      return { rows, ...(rowCount !== null && { numAffectedRows: BigInt(rowCount) }) }
    },
    streamQuery: refuseStream,
  }
}

/** Kysely over one connection, inside whatever transaction that connection is in; it never begins or ends one. */
export function kyselyOn(client: pg.ClientBase): Kysely<Schema> {
  const existing = known.get(client)
  if (existing) return existing
  const connection = connectionOver(client)
  const made = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: nothing,
        destroy: nothing,
        acquireConnection: async () => connection,
        releaseConnection: nothing,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
      }),
    },
  })
  known.set(client, made)
  return made
}
