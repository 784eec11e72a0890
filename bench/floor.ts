import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verify } from '@node-rs/argon2'
import { contract } from '@plinth/api/tenders/contracts'
import { task } from '@plinth/api/works/tasks'
import pg from 'pg'
import { columnName } from '../server/src/kernel/records/row-writer.ts'
import { spelling } from '../server/src/tenders/contracts/contracts.rules.ts'

/**
 * The comparison for the product: the same answers from the same rows, by hand-written, prepared statements behind a bare HTTP
 * server. It checks the signature of a session and names the company in every statement; it has no row-level security, no
 * permissions, no validation of input or output, no history and no audit trail. Its tables are copies, with indexes for its
 * statements and counts that a trigger maintains.
 */

const isMade = ['createdByName', 'updatedByName', 'isDeleted', 'department', 'officeName']
const wire = Object.keys(contract.shape)
const columnOf = (name: string) => columnName(name, spelling)
const columns = wire.filter((name) => !isMade.includes(name))
const person = (column: string) =>
  `(select u.username from public.users u where u.tenant_id = c.tenant_id and u.id = c.${column})`
const office = (value: string) =>
  `(select ${value} from public.offices o where o.tenant_id = c.tenant_id and o.id = c.office_id)`
const selected = [
  ...columns.map((name) => `c.${columnOf(name)} as "${name}"`),
  `false as "isDeleted", ${person('created_by')} as "createdByName", ${person('updated_by')} as "updatedByName"`,
  `${office('o.department')} as department, ${office('app.office_name(o.designation, o.name)')} as "officeName"`,
].join(', ')
const written = Object.keys(contract.shape).filter(
  (name) => columns.includes(name) && !/^(id|created|updated|deleted)/.test(name),
)

/** Copies the product's tables as they are now. */
export const floorTables = `
  create schema floor;
  create table floor.contracts as select *, lower(contract_name) as lower_name from contracts;
  alter table floor.contracts add primary key (tenant_id, id);
  create index on floor.contracts (tenant_id, created_at, id);
  create index on floor.contracts (tenant_id, status, created_at, id) include (lower_name);
  create unique index on floor.contracts (tenant_id, bid_id);
  create table floor.counts as
    select tenant_id, status, count(*) as contracts from contracts where deleted_at is null group by 1, 2;
  alter table floor.counts add primary key (tenant_id, status);
  create table floor.contract_figures as
    select tenant_id, status, was_awarded, contract_type, sum(contracts) as contracts, sum(paper_cost) as paper_cost
    from contract_figures group by 1, 2, 3, 4;
  alter table floor.contract_figures add primary key (tenant_id, status, was_awarded, contract_type);
  create table floor.deposit_figures as
    select tenant_id, contract_status, status, deposit_type, sum(deposits) as deposits, sum(amount) as amount,
      sum(received) as received, sum(lost) as lost, sum(carried) as carried, sum(dated) as dated, sum(days) as days
    from deposit_figures group by 1, 2, 3, 4;
  alter table floor.deposit_figures add primary key (tenant_id, contract_status, status, deposit_type);
  create table floor.tasks as select * from tasks;
  create index on floor.tasks (tenant_id, project_id, position);
  create table floor.sessions (tenant_id uuid, id uuid, user_id uuid, created_at timestamptz default now());
  create function floor.keep_counts() returns trigger language plpgsql as $$
  begin
    insert into floor.counts as kept select tenant_id, status, count(*) from made group by 1, 2
    on conflict (tenant_id, status) do update set contracts = kept.contracts + excluded.contracts;
    return null;
  end $$;
  create trigger keep_counts after insert on floor.contracts referencing new table as made
    for each statement execute function floor.keep_counts();`

const pageOf = (rows: string, total: string) => `
  select json_build_object('content', coalesce(json_agg(row_to_json(p)), '[]'), 'number', $2::int, 'size', $3::int,
    'totalPages', ceil((${total}) / $3::numeric), 'totalElements', (${total}), 'figureTotal', null)::text as answer
  from (${rows}) p`

const storedCount = 'select sum(contracts) from floor.counts where tenant_id = $1'
const newestFirst = 'order by c.created_at desc, c.id desc'

const firstPage = pageOf(
  `select ${selected} from (select id from floor.contracts c where tenant_id = $1
     ${newestFirst} offset $2::int * $3::int limit $3::int) k
   cross join lateral (select * from floor.contracts c where tenant_id = $1 and c.id = k.id offset 0) c`,
  storedCount,
)

const filtered = `
  with hits as materialized (select created_at, id from floor.contracts
    where tenant_id = $1 and status = any($4) and lower_name like $5)
  ${pageOf(
    `select ${selected} from (select id from hits c ${newestFirst} offset $2::int * $3::int limit $3::int) k
     cross join lateral (select * from floor.contracts c where tenant_id = $1 and c.id = k.id offset 0) c`,
    'select count(*) from hits',
  )}`

const byId = `select row_to_json(p)::text as answer
  from (select ${selected} from floor.contracts c where tenant_id = $1 and id = $2) p`

const create = `with made as (insert into floor.contracts as c (tenant_id, id, lower_name, created_at, updated_at, created_by, updated_by,
    ${written.map(columnOf).join(', ')})
  values ($1, uuidv7(), lower($3), now(), now(), $2, $2, ${written.map((_, at) => `$${at + 4}`).join(', ')}) returning c.*)
  select row_to_json(p)::text as answer from (select ${selected} from made c) p`

const defaults: Record<string, unknown> = { status: 'DRAFT', extensionCoun: 0 }

const statusSummary = `select json_agg(json_build_object('status', s.status, 'count', coalesce(contracts, 0)) order by at)::text as answer
  from unnest($2::text[]) with ordinality s (status, at) left join floor.counts k on k.tenant_id = $1 and k.status = s.status`

const among = (column: string, statuses: string) => `${column} in ('${statuses.split(' ').join("', '")}')`
const live = `not ${among('status', 'DRAFT REJECTED CANCELLED')}`
const back = among('status', 'REFUNDED RETURNED RELEASED')
const held = `${live} and not ${back}`
const on = (statuses: string) => among('contract_status', statuses)
const own = 'amount - carried'
const open = `${own} - received - lost`
const amount = (name: string, measure: string, condition: string) =>
  `coalesce(sum(${measure}) filter (where ${condition}), 0) as ${name}`
const cost = (name: string, condition: string) => `coalesce(sum(paper_cost) filter (where ${condition}), 0) as ${name}`
const entries = 'json_agg(json_build_object($$key$$, key, $$value$$, value) order by value desc, key)'

const kpis = `with c as materialized (select * from floor.contract_figures where tenant_id = $1),
    d as materialized (select * from floor.deposit_figures where tenant_id = $1)
  select row_to_json(answer)::text as answer from (select of_deposits.*, of_contracts.*,
    (select json_agg(json_build_object('key', s.status, 'value', coalesce(k.contracts, 0)) order by at)
      from unnest($2::text[]) with ordinality s (status, at)
      left join floor.counts k on k.tenant_id = $1 and k.status = s.status) as contract_count_by_status,
    (select ${entries} from (select contract_type as key, sum(paper_cost) as value from c group by 1) t) as paper_cost_by_contract_type,
    (select ${entries} from (select deposit_type as key, sum(${own}) as value from d where ${live} group by 1) t) as deposit_by_type
    from (select ${[
      amount('total_security_deposit', own, live),
      amount('total_refunded', 'received', live),
      amount('refund_initiated', open, among('status', 'PENDING_REFUND PENDING_RELEASE')),
      amount(
        'pending_refund',
        open,
        `${held} and status <> 'FORFEITED' and ${on('COMPLETED CLOSED TERMINATED REJECTED CANCELLED')}`,
      ),
      `sum(days) filter (where ${back})::float8 / nullif(sum(dated) filter (where ${back}), 0)::float8 as average_refund_days`,
      amount('refunded_completed_project', 'received', `${live} and ${on('COMPLETED CLOSED')}`),
      amount(
        'pre_project_deposit',
        `${own} - received`,
        `${held} and ${on('DRAFT SUBMITTED AWARDED ACCEPTED WORK_ORDER_ISSUED')}`,
      ),
      amount('unawarded_projects_deposit', `${own} - received`, `${held} and ${on('REJECTED CANCELLED')}`),
      amount('terminated_projects_deposit', `${own} - received`, `${held} and ${on('TERMINATED')}`),
      amount('dispute_projects_deposit', `${own} - received`, `${held} and ${on('DISPUTE')}`),
      amount('total_open', open, live),
      amount('total_lost', 'lost', live),
    ].join(', ')} from d) of_deposits,
    (select ${[
      cost('paper_cost_rejected', among('status', 'REJECTED')),
      cost('paper_cost_awarded', 'was_awarded'),
      cost('paper_cost_pre_project', among('status', 'DRAFT SUBMITTED')),
    ].join(', ')} from c) of_contracts) answer`

const taskMade: Record<string, string> = {
  isDeleted: 'false',
  contractId: '(select p.contract_id from public.projects p where p.tenant_id = t.tenant_id and p.id = t.project_id)',
  rollup: `case when t.sub_tasks > 0 then json_build_object('tasks', t.sub_tasks, 'estimatedAmount', t.below_estimated_amount,
    'actualAmount', t.below_actual_amount, 'estimatedEffortHours', t.below_estimated_hours, 'actualEffortHours', t.below_actual_hours,
    'progress', coalesce(app.weighted_progress(t.below_amount_progress, t.below_estimated_amount, t.below_amount_tasks,
      t.below_progress_with_amount, t.below_hours_progress, t.below_estimated_hours, t.below_hours_tasks, t.below_progress_with_hours,
      t.below_progress, t.counted_sub_tasks), 0),
    'givenStartDate', t.below_given_start, 'givenEndDate', t.below_given_end, 'actualStartDate', t.below_actual_start,
    'actualEndDate', case when t.ended_sub_tasks = t.counted_sub_tasks then t.below_actual_end end) end`,
}
const taskNames = Object.keys(task.shape).filter((name) => name !== 'hierarchyPath')
const tree = `select ${taskNames.map((name) => taskMade[name] ?? `t.${columnName(name)}`).join(', ')}
  from floor.tasks t where tenant_id = $1 and project_id = $2 and deleted_at is null order by position`

const [idAt, parentAt] = [taskNames.indexOf('id'), taskNames.indexOf('parentId')]
const numberTypes = [20, 21, 23, 700, 701, 1700]

/** The tree as JSON, joined by hand from the texts that PostgreSQL sent. */
function treeText(rows: (string | null)[][], fields: pg.FieldDef[]): string {
  const heads = taskNames.map((name, at) => `${at === 0 ? '{' : ','}"${name}":`)
  const bare = fields.map(({ dataTypeID }) => [...numberTypes, 16, 114].includes(dataTypeID))
  const booleans = fields.map(({ dataTypeID }) => dataTypeID === 16)
  const quoted = fields.map(({ dataTypeID }) => [25, 1043].includes(dataTypeID))
  const below = Map.groupBy(rows, (row) => row[parentAt] ?? '')
  const branch = (parent: string, prefix: string): string =>
    (below.get(parent) ?? [])
      .map((row, place) => {
        const number = `${prefix}${place + 1}`
        let text = ''
        for (let at = 0; at < row.length; at += 1) {
          const value = row[at]
          if (value === null || value === undefined) text += `${heads[at]}null`
          else if (booleans[at]) text += heads[at] + (value === 't' ? 'true' : 'false')
          else if (bare[at]) text += heads[at] + value
          else text += heads[at] + (quoted[at] ? JSON.stringify(value) : `"${value}"`)
        }
        return `${text},"hierarchyPath":"${number}","children":[${branch(row[idAt] ?? '', `${number}.`)}]}`
      })
      .join(',')
  return `[${branch('', '')}]`
}

const findUser = `select t.id as tenant, u.id as "user", p.hash, json_build_object('id', u.id, 'tenantId', t.id, 'tenantName', t.name,
    'username', u.username, 'email', u.email, 'permissions', (select json_agg(json_build_object('moduleName', m.key, 'canView', r.can_view))
      from user_roles ur join role_permissions r on r.tenant_id = ur.tenant_id and r.role_id = ur.role_id join modules m on m.id = r.module_id
      where ur.tenant_id = u.tenant_id and ur.user_id = u.id))::text as answer
  from tenants t join users u on u.tenant_id = t.id join user_passwords p on p.tenant_id = t.id and p.user_id = u.id
  where lower(t.name) = lower($1) and t.deleted_at is null and lower(u.email) = lower($2) and u.deleted_at is null`

const secret = 'the key of the floor'
const markOf = (claim: string) => createHmac('sha256', secret).update(claim).digest()
export const floorToken = (tenantId: string, userId: string) =>
  `${tenantId}.${userId}.${markOf(`${tenantId}.${userId}`).toString('base64url')}`

function sessionOf({ headers }: IncomingMessage): [tenant: string, user: string] {
  const [tenant = '', user = '', mark = ''] = (headers.authorization ?? '').slice('Bearer '.length).split('.')
  if (!timingSafeEqual(Buffer.from(mark, 'base64url'), markOf(`${tenant}.${user}`))) throw new Error('no session')
  return [tenant, user]
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

const asText = { getTypeParser: () => (value: string | Buffer) => value }

/** The answer of each address. */
function openAnswers(connection: pg.ClientConfig, statuses: readonly string[]) {
  const pool = new pg.Pool({ ...connection, max: 16, options: '-c plan_cache_mode=force_generic_plan -c jit=off' })
  const ask = async (name: string, text: string, values: unknown[]): Promise<string> =>
    (await pool.query({ name, text, values })).rows[0].answer

  async function search(tenant: string, body: string): Promise<string> {
    const { pagination = {}, status, contractName } = JSON.parse(body)
    const { page = 0, size = 10 } = pagination
    if (!status) return ask('page', firstPage, [tenant, page, size])
    return ask('filtered', filtered, [tenant, page, size, status, `%${contractName.toLowerCase()}%`])
  }

  async function wholeTree(tenant: string, body: string): Promise<string> {
    const values = [tenant, JSON.parse(body).projectId]
    const { rows, fields } = await pool.query({ name: 'tree', text: tree, values, rowMode: 'array', types: asText })
    return treeText(rows, fields)
  }

  async function signIn(body: string): Promise<string> {
    const { emailOrMobile, password, tenantName } = JSON.parse(body)
    const found = (await pool.query({ name: 'user', text: findUser, values: [tenantName, emailOrMobile] })).rows[0]
    if (!found || !(await verify(found.hash, password))) throw new Error('wrong')
    const values = [found.tenant, found.user]
    await pool.query({ name: 'session', text: 'insert into floor.sessions values ($1, uuidv7(), $2)', values })
    const refreshToken = randomBytes(48).toString('base64url')
    return `{"accessToken":"${floorToken(found.tenant, found.user)}","refreshToken":"${refreshToken}","user":${found.answer}}`
  }

  return async (request: IncomingMessage): Promise<string> => {
    const { url = '' } = request
    if (url === '/auth/api/auth/login') return signIn(await bodyOf(request))
    const [tenant, user] = sessionOf(request)
    if (request.method === 'GET' && url.startsWith('/project/api/contracts/'))
      return ask('byId', byId, [tenant, url.slice('/project/api/contracts/'.length)])
    const body = request.method === 'GET' ? '' : await bodyOf(request)
    if (url === '/project/api/contracts') {
      const values = { ...defaults, ...JSON.parse(body) }
      return ask('create', create, [tenant, user, values.contractName, ...written.map((name) => values[name] ?? null)])
    }
    if (url === '/project/api/contracts/filter') return search(tenant, body)
    if (url === '/project/api/tasks/filter') return wholeTree(tenant, body)
    if (url.endsWith('/kpis')) return ask('kpis', kpis, [tenant, statuses])
    return ask('statusSummary', statusSummary, [tenant, statuses])
  }
}

async function serve(): Promise<void> {
  const [{ connection, statuses }] = await once(process, 'message')
  const answer = openAnswers(connection, statuses)
  const server = createServer((request, response) => {
    answer(request).then(
      (text) => {
        const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
        response.writeHead(200, headers).end(text)
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.send?.({ port: (server.address() as AddressInfo).port })
}

if (process.argv[2] === 'serve') await serve()
