import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CallInput, requestOf } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import type { Reply } from '../../server/src/testing/test-server.ts'
import type { Installation } from './installation.ts'
import type { Person } from './load-server.ts'

/** One request of a story, to be repeated word for word by people who must not see its records. */
export interface Recorded {
  endpoint: Endpoint
  method: string
  url: string
  body: string | Blob | FormData | undefined
  /** The whole text of the request, to search for ids. */
  content: string
}

/** Makes calls for a person and records each, with the ids of the created records. */
export class Recorder {
  readonly by: Person
  readonly requests: Recorded[] = []
  readonly ids = new Set<string>()

  constructor(by: Person) {
    this.by = by
  }

  async ok<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Answer<E>> {
    const { method, url, body } = requestOf(endpoint, input)
    const content = `${url} ${typeof body === 'string' ? body : body instanceof FormData ? JSON.stringify([...body]) : ''}`
    this.requests.push({ endpoint, method, url, body, content })
    const { status, text } = await this.by.send(method, url, body)
    if (status >= 300) throw new Error(`${method} ${url}: ${status} ${text}`)
    const isJson = endpoint.response && !endpoint.download
    const answer: unknown = isJson ? JSON.parse(text) : undefined
    const id: unknown =
      endpoint.status === 201 && typeof answer === 'object' && answer && 'id' in answer ? answer.id : ''
    if (typeof id === 'string' && id !== '') this.ids.add(id)
    return answer as Answer<E>
  }

  /** Whether a request names a record that was created here. */
  isAbout({ content }: Recorded): boolean {
    return [...this.ids].some((id) => content.includes(id))
  }
}

export const replay = (by: Person, { method, url, body }: Recorded): Promise<Reply> => by.send(method, url, body)

const tenantTables = `
select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
where c.relkind = 'r' and n.nspname = 'public' order by 1`

/** Tables that a refused call may write to: it records the refusal and the use of the session. */
const notes = new Set(['sessions', 'audit_entries', 'audit_seals'])

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Every row and every stored file of a company, byte for byte, by table. */
export async function traces(at: Installation, tenantId: string): Promise<Record<string, string>> {
  const rows = await at.asAdmin(async (admin) => {
    const { rows: tables } = await admin.query<{ name: string }>(tenantTables)
    const found: Record<string, string> = {}
    for (const { name } of tables.filter((table) => !notes.has(table.name))) {
      const { rows: texts } = await admin.query<{ text: string }>(
        `select t::text as text from ${name} t where tenant_id = $1 order by 1`,
        [tenantId],
      )
      found[name] = texts.map(({ text }) => text).join('\n')
    }
    const { rows: tenant } = await admin.query<{ text: string }>(
      'select t::text as text from tenants t where id = $1',
      [tenantId],
    )
    return { ...found, tenants: tenant.map(({ text }) => text).join() }
  })
  const files = filesIn(join(at.dataDir, 'files'))
    .filter((path) => path.includes(tenantId))
    .map((path) => `${path} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`)
  return { ...rows, files: files.toSorted().join('\n') }
}
