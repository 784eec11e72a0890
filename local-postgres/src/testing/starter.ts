/**
 * Run as its own process by the tests, since most of them are about processes that die. Arguments: a directory, and optionally `write` to
 * commit rows until killed. Prints one JSON line for each event; a line on stdin is `stop`, or `exit` to end without a stop.
 */
import pg from 'pg'
import { startLocalPostgres } from '../index.ts'

const [dir = '', mode] = process.argv.slice(2)
const say = (event: object) => process.stdout.write(`${JSON.stringify(event)}\n`)

try {
  const postgres = await startLocalPostgres({ dir, log: (line) => say({ log: line }) })
  say({ ready: { connection: postgres.connection, uid: process.getuid?.() } })
  if (mode === 'write') await write(postgres.connection)
  const runCommand = async (command: string) => {
    if (command === 'stop') await postgres.stop()
    process.exit(0)
  }
  process.stdin.on('data', (command) => void runCommand(String(command)))
} catch (error) {
  say({ error: (error as Error).message })
  process.exitCode = 1
}

/** Commits a parent and its child in one transaction, and reports it only after the commit. */
async function write(connection: object): Promise<never> {
  const client = new pg.Client(connection)
  // The tests kill the server under it.
  client.on('error', () => {})
  await client.connect()
  await client.query(`
    create table if not exists parent (id bigint primary key);
    create table if not exists child (id bigint primary key references parent)`)
  const { rows } = await client.query<{ last: string | null }>('select max(id) as last from parent')
  for (let id = Number(rows[0]?.last ?? 0) + 1; ; id++) {
    await client.query(`begin; insert into parent values (${id}); insert into child values (${id}); commit`)
    say({ acknowledged: id })
  }
}
