import {
  type ContactMessage,
  filterContactMessages,
  resendContactMessage,
  sendEmail,
} from '@plinth/api/platform/contact'
import { contactFault } from '@plinth/api/platform/contact-form'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import {
  type Client,
  newCompany,
  operatorCompany,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { fromSomewhere, messageBody, newMessage } from './contact.factory.ts'

let server: TestServer
let visitor: Client
let operator: Client
let admin: Awaited<ReturnType<typeof adminClient>>
beforeAll(async () => {
  server = await startTestServer({ trustProxy: 'loopback' })
  visitor = server.stranger
  operator = await (await operatorCompany(server)).as()
  admin = await adminClient(inject('admin'))
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

const refusedOf = (body: object) => visitor.refused(sendEmail, { body }, fromSomewhere())
const found = async (filter: object): Promise<ContactMessage[]> =>
  (await operator.ok(filterContactMessages, { body: filter })).content

/** The values of the form; fields that are not filled in are empty. */
const filledIn = ({ name = '', email = '', mobile = '', message = '' }: ReturnType<typeof messageBody>) => ({
  name,
  email,
  mobile,
  message,
})

const allRequired = 'All fields are required.'
const badEmail = 'Please enter a valid email address.'
const badMobile = 'Please enter a valid mobile number.'
const tooShort = 'Message should be at least 10 characters long.'

describe('a message', () => {
  test('is stored, and the answer adds only an id and a time [3.27 7.4]', async () => {
    const body = messageBody({ name: '  आशा कुळकर्णी ', source: 'website' })
    const answer = await visitor.ok(sendEmail, { body }, fromSomewhere())
    expect(answer).toEqual({
      ...body,
      name: 'आशा कुळकर्णी',
      id: expect.any(String),
      createdAt: expect.any(String),
    })
    const [stored] = await found({ state: 'WAITING', pagination: { size: 1 } })
    expect(stored).toMatchObject({ ...answer, attempts: 0, lastError: null, mailedAt: null })
    expect(Date.parse(stored?.nextAttemptAt ?? '')).toBeLessThanOrEqual(Date.now())
  })

  const faults: [string, Partial<ReturnType<typeof messageBody>>, string, string][] = [
    ['nothing at all', { name: '', email: '', mobile: '', message: '' }, 'name', allRequired],
    ['blanks for a name', { name: '   ' }, 'name', allRequired],
    ['no e-mail', { email: undefined }, 'email', allRequired],
    ['no mobile, and a crooked e-mail', { email: 'x', mobile: '' }, 'mobile', allRequired],
    ['no message, and everything else wrong', { email: 'x', mobile: 'x', message: ' ' }, 'message', allRequired],
    ['a crooked e-mail, and a bad number', { email: 'asha@visitor', mobile: '1', message: 'x' }, 'email', badEmail],
    ['an e-mail with blanks', { email: 'a b@visitor.example' }, 'email', badEmail],
    ['two e-mails', { email: 'a@visitor.example,b@visitor.example' }, 'email', badEmail],
    ['9 digits, and a short message', { mobile: '123456789', message: 'x' }, 'mobile', badMobile],
    ['16 digits', { mobile: '1234567890123456' }, 'mobile', badMobile],
    ['200 digits', { mobile: '1'.repeat(200) }, 'mobile', badMobile],
    ['a plus in the middle', { mobile: '98765+43210' }, 'mobile', badMobile],
    ['9 characters', { message: ' 123456789 ' }, 'message', tooShort],
  ]
  test.each(faults)(
    'with %s is refused with the first sentence that applies [5.1 5.2 5.3 5.4 9.5 9.6]',
    async (_, wrong, path, message) => {
      const body = { ...messageBody(), ...wrong }
      expect(await refusedOf(body)).toEqual({
        status: 400,
        code: 'invalid',
        message,
        fields: [{ path, message }],
      })
      // The form calls the same function.
      expect(contactFault(filledIn(body))).toEqual({ path, message })
    },
  )

  test.each(['1234567890', '+123456789012345'])(
    'may have %s for a number, and 10 characters [9.5 9.6]',
    async (mobile) => {
      expect((await newMessage(visitor, { mobile, message: newId().slice(0, 10) })).mobile).toBe(mobile)
    },
  )

  const breaks = ['\r\nBcc: all@victim.example', '\n', '\r', '\u0000', '\u001b[2J', '\u007f', '\u0085', '\u2028', '\t']
  const headed = ['name', 'email', 'source'].flatMap((field) => breaks.map((mark): [string, string] => [field, mark]))
  test.each(headed)('with a line break or control character in %s (%j) is refused, naming it', async (field, mark) => {
    const good = messageBody()
    for (const value of [`asha${mark}@visitor.example`, `asha@visitor.example${mark}`])
      expect(await refusedOf({ ...good, [field]: value })).toMatchObject({ status: 400, fields: [{ path: field }] })
  })

  const tooMuch: [string, object, string][] = [
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['a message of 5,001 characters', { message: 'x'.repeat(5_001) }, 'message'],
    ['a source of 101 characters', { source: 'x'.repeat(101) }, 'source'],
    ['a name that is no text', { name: { $ne: '' } }, 'name'],
    ['an unknown field', { to: 'all@victim.example' }, 'to'],
    ['half a character', { message: `${'x'.repeat(10)}\ud800` }, 'message'],
  ]
  test.each(tooMuch)('with %s is refused, naming the field', async (_, wrong, path) => {
    expect(await refusedOf({ ...messageBody(), ...wrong })).toMatchObject({ status: 400, fields: [{ path }] })
  })

  test('is stored once when it is sent again after a lost answer', async () => {
    const body = messageBody({ source: null })
    const send = () => visitor.ok(sendEmail, { body }, fromSomewhere())
    const first = await send()
    expect(await send()).toEqual(first)
  })

  test('is stored once when it is sent twice at the same moment', async () => {
    const body = messageBody()
    await admin.query('begin')
    const { rows } = await admin.query('select id from app.keep_contact_message($1, $2, $3, $4, $5)', [
      body.name,
      body.email,
      body.mobile,
      body.message,
      body.source,
    ])
    let isAnswered = false
    const second = newMessage(visitor, body).finally(() => {
      isAnswered = true
    })
    const waits = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    while (!isAnswered && (await admin.query(waits)).rowCount === 0) await new Promise(setImmediate)
    await admin.query('commit')
    expect(await second).toMatchObject(rows[0])
  })

  test('with other words, or after an hour, is stored again', async () => {
    const first = await newMessage(visitor)
    const { id: _, createdAt: __, ...body } = first
    const other = await newMessage(visitor, { ...body, source: 'elsewhere' })
    // Triggers are off, because they would reset the time.
    await admin.query('set session_replication_role = replica')
    await admin.query("update contact_messages set created_at = now() - interval '61 minutes' where id = $1", [
      first.id,
    ])
    await admin.query('set session_replication_role = default')
    const later = await newMessage(visitor, body)
    expect(new Set([first.id, other.id, later.id]).size).toBe(3)
  })

  test('is limited to five a minute from each address', async () => {
    const [busy, calm] = [fromSomewhere(), fromSomewhere()]
    const send = (headers: Record<string, string>) => visitor.sendCall(sendEmail, { body: messageBody() }, headers)
    // A message refused for its fields does not count.
    for (let n = 1; n <= 6; n += 1) await visitor.refused(sendEmail, { body: {} }, busy)
    for (let n = 1; n <= 5; n += 1) expect((await send(busy)).status).toBe(201)
    const refused = await send(busy)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await send(calm)).status).toBe(201)
  })

  test('from an untrusted proxy counts for the proxy', async () => {
    const direct = await startTestServer({ alone: true })
    try {
      const statuses: number[] = []
      for (let n = 1; n <= 6; n += 1)
        statuses.push((await direct.stranger.sendCall(sendEmail, { body: messageBody() }, fromSomewhere())).status)
      expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
    } finally {
      await direct.stop()
    }
  })

  test('is reported to the mailer at once, unless it is refused', async () => {
    let notified = 0
    const notifyingServer = await startTestServer({ trustProxy: 'loopback', onContactMessage: () => (notified += 1) })
    try {
      await notifyingServer.stranger.refused(sendEmail, { body: {} })
      expect(notified).toBe(0)
      await newMessage(notifyingServer.stranger)
      expect(notified).toBe(1)
    } finally {
      await notifyingServer.stop()
    }
  })

  test('is refused while the disk is nearly full', async () => {
    const full = await startTestServer({ isReadOnly: () => true })
    try {
      expect((await full.stranger.refused(sendEmail, { body: messageBody() })).status).toBe(507)
    } finally {
      await full.stop()
    }
  })
})

describe('the messages', () => {
  test('are searched by their content, newest first, in pages', async () => {
    const name = `Seeker ${newId()}`
    const sent = [await newMessage(visitor, { name }), await newMessage(visitor, { name, mobile: '0221234567890' })]
    const ids = sent.map(({ id }) => id).reverse()
    expect((await found({ name: name.toUpperCase() })).map(({ id }) => id)).toEqual(ids)
    expect((await found({ name, mobile: '02212' })).map(({ id }) => id)).toEqual(ids.slice(0, 1))
    expect(await found({ name, email: 'nobody' })).toEqual([])
    expect(await found({ name, state: ['SENT', 'FAILED'] })).toEqual([])
    const page = { name, sort: { field: 'createdAt', direction: 'asc' }, pagination: { page: 1, size: 1 } } as const
    expect(await operator.ok(filterContactMessages, { body: page })).toMatchObject({
      content: [{ id: ids[0] }],
      totalElements: 2,
      totalPages: 2,
    })
  })

  test('are for operators with the flag only', async () => {
    const { id } = await newMessage(visitor)
    const customer = await (await newCompany(server)).as()
    const watching = await (await operatorCompany(server)).as({ Tenants: ['canView'] })
    const changing = await (await operatorCompany(server)).as({ Tenants: ['canEdit'] })
    const statuses = async (person: Client) => [
      (await person.sendCall(filterContactMessages, { body: {} })).status,
      (await person.sendCall(resendContactMessage, { params: { id } })).status,
    ]
    expect(await statuses(visitor)).toEqual([401, 401])
    expect(await statuses(customer)).toEqual([403, 403])
    expect(await statuses(watching)).toEqual([200, 403])
    expect(await statuses(changing)).toEqual([403, 200])
  })

  test('are out of reach of the server itself', async () => {
    for (const text of ['select from contact_messages', "insert into contact_messages (name) values ('x')"])
      await expect(server.door.anonymous((db) => sql.raw(text).execute(db))).rejects.toMatchObject({
        code: '42501',
      })
  })
})
