import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ContactMessage,
  filterContactMessages,
  resendContactMessage,
  sendEmail,
} from '@plinth/api/platform/contact'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { MailSettings } from '../../kernel/config/config.ts'
import { openDoor } from '../../kernel/db/door.ts'
import { migrate } from '../../kernel/db/migrate.ts'
import type { Door } from '../../kernel/db/tenancy.ts'
import { type Mailer, openMailer } from '../../kernel/mail/mail.ts'
import { pauseAfter } from '../../kernel/mail/outbox.ts'
import { adminClient, freePort, ownDatabase, testSecret } from '../../kernel/testing/databases.ts'
import {
  type Delivery,
  decoded,
  type MailServer,
  type Manner,
  readMail,
  startMailServer,
} from '../../kernel/testing/mail-server.ts'
import { type Client, operatorCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { fromSomewhere, messageBody, newMessage } from './contact.factory.ts'
import { mailDue, openOutbox } from './contact.queries.ts'

/** On its own database: mailing mails whatever is due. */
let database: Awaited<ReturnType<typeof ownDatabase>>
let login: Awaited<ReturnType<typeof migrate>>
let server: TestServer
let operator: Client
let admin: Awaited<ReturnType<typeof adminClient>>
const nudges = { send: () => {} }

let inbox: Delivery[] = []
const mailServers: MailServer[] = []
/** Starts a mail server that puts accepted mails into the inbox; returns its port. */
async function mailServer(manner: Omit<Manner, 'inbox'> = {}): Promise<number> {
  const mailServerHandle = await startMailServer({ ...manner, inbox })
  mailServers.push(mailServerHandle)
  return mailServerHandle.port
}

const folder = mkdtempSync(join(tmpdir(), 'plinth-mail-'))
const settings: MailSettings = {
  smtpUrl: undefined,
  from: 'plinth@house.example',
  to: 'desk@house.example',
  folder: join(folder, 'mail'),
}
const mailerAt = (port: number, signIn = ''): Mailer =>
  openMailer({ ...settings, smtpUrl: `smtp://${signIn}127.0.0.1:${port}` })

beforeAll(async () => {
  database = await ownDatabase(inject('admin'), inject('migrated'))
  login = await migrate(database.admin, testSecret)
  server = await startTestServer({ login, trustProxy: 'loopback', onContactMessage: () => nudges.send() })
  operator = await (await operatorCompany(server)).as()
  admin = await adminClient(database.admin)
})
beforeEach(async () => {
  inbox = []
  await admin.query('delete from contact_messages')
})
afterEach(async () => {
  for (const client of mailServers.splice(0)) await client.stop()
})
afterAll(async () => {
  await admin.end()
  await server.stop()
  await database.stop()
  rmSync(folder, { recursive: true })
})

async function stored(id: string): Promise<ContactMessage> {
  const { content } = await operator.ok(filterContactMessages, { body: {} })
  const message = content.find((each) => each.id === id)
  if (!message) throw new Error('no such message')
  return message
}
const makeDue = (id: string) =>
  admin.query('update contact_messages set next_attempt_at = now() where id = $1 and next_attempt_at is not null', [id])
const resend = (id: string) => operator.ok(resendContactMessage, { params: { id } })

describe('a message', () => {
  test("is mailed once to the configured address, with the visitor's address for the reply", async () => {
    const mailer = mailerAt(await mailServer())
    const body = messageBody({
      name: 'Asha "A." <x@y.example>, Kulkarni',
      message: 'First line\n.\nBcc: all@x.example',
    })
    const { id, createdAt } = await server.stranger.ok(sendEmail, { body }, fromSomewhere())
    await mailDue(server.door, mailer)
    await mailDue(server.door, mailer)
    expect(inbox).toMatchObject([{ from: settings.from, to: [settings.to] }])
    const { names, named, text } = readMail(inbox[0]?.raw ?? '')
    expect(named).toMatchObject({
      from: settings.from,
      to: settings.to,
      'reply-to': '"Asha \\"A.\\" <x@y.example>, Kulkarni" <asha@visitor.example>',
      'message-id': `<${id}@house.example>`,
      'auto-submitted': 'auto-generated',
      'content-type': 'text/plain; charset=utf-8',
    })
    expect(decoded(named['subject'] ?? '')).toBe(`Message from ${body.name}`)
    expect(new Date(named['date'] ?? '').getTime()).toBe(Math.floor(Date.parse(createdAt) / 1000) * 1000)
    expect(new Set(names).size).toBe(names.length)
    expect(names).not.toContain('bcc')
    for (const part of [body.name, body.email, body.mobile, body.message, body.source]) expect(text).toContain(part)
    expect(await stored(id)).toMatchObject({ state: 'SENT', attempts: 1, lastError: null, nextAttemptAt: null })
    expect(Date.parse((await stored(id)).mailedAt ?? '')).toBeGreaterThan(Date.parse(createdAt) - 1)
  })

  test('in Hindi arrives in Hindi, name included, over plain ASCII', async () => {
    const mailer = mailerAt(await mailServer())
    const name = 'आशा कुळकर्णी आशा कुळकर्णी आशा कुळकर्णी'
    const message = `${'नहर का काम कब शुरू होगा? '.repeat(20)}\nधन्यवाद`
    await newMessage(server.stranger, { name, message })
    await mailDue(server.door, mailer)
    const [{ raw } = { raw: '' }] = inbox
    expect(/^[\x20-\x7e\r\n\t]*$/.test(raw)).toBe(true)
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
    const { named, text } = readMail(raw)
    expect(decoded(named['reply-to'] ?? '')).toMatch(new RegExp(`^"?${name}"? <asha@visitor.example>$`))
    expect(decoded(named['subject'] ?? '')).toBe(`Message from ${name}`)
    expect(text).toContain(message)
  })

  test('is mailed once by three servers at the same time', async () => {
    const others = Promise.withResolvers<void>()
    const mailer = mailerAt(await mailServer({ onData: () => others.promise }))
    const doors = await Promise.all([1, 2].map(() => openDoor(login, 4)))
    try {
      const sent = [await newMessage(server.stranger), await newMessage(server.stranger)]
      let ended = 0
      const look = async (door: Door) => {
        await mailDue(door, mailer)
        ended += 1
        // Two of the six mail one message each, and wait until the four others have found none.
        if (ended === 4) others.resolve()
      }
      await Promise.all([server.door, ...doors].flatMap((door) => [look(door), look(door)]))
      expect(inbox.map(({ raw }) => readMail(raw).named['message-id']).sort()).toEqual(
        sent.map(({ id }) => `<${id}@house.example>`).sort(),
      )
    } finally {
      for (const door of doors) await door.close()
    }
  })
})

describe('while the mail server is unavailable', () => {
  test('a message is stored and waits, and is mailed when the server is back', async () => {
    const port = await freePort()
    const mailer = mailerAt(port)
    const { id } = await newMessage(server.stranger)
    const before = Date.now()
    await mailDue(server.door, mailer)
    const after = Date.now()
    const waiting = await stored(id)
    expect(waiting).toMatchObject({ state: 'WAITING', attempts: 1, mailedAt: null })
    expect(waiting.lastError).toMatch(/ECONNREFUSED/)
    const next = Date.parse(waiting.nextAttemptAt ?? '')
    expect([next > before + 50_000, next <= after + 60_000]).toEqual([true, true])
    await mailServer({ port })
    await mailDue(server.door, mailer)
    expect(inbox).toEqual([])
    await makeDue(id)
    await mailDue(server.door, mailer)
    expect(inbox).toHaveLength(1)
    expect(await stored(id)).toMatchObject({ state: 'SENT', attempts: 2, lastError: null })
  })

  test('a refused message does not stop the others', async () => {
    const refusing = mailerAt(await mailServer({ refusal: { code: 451, text: 'Try later' } }))
    const first = await newMessage(server.stranger)
    await mailDue(server.door, refusing)
    const second = await newMessage(server.stranger)
    await mailDue(server.door, mailerAt(await mailServer()))
    expect([(await stored(first.id)).state, (await stored(second.id)).state]).toEqual(['WAITING', 'SENT'])
  })
})

describe('a message that the mail server refuses', () => {
  test('is retried for days, then given up, and an operator can send it again', async () => {
    const refusing = mailerAt(await mailServer({ refusal: { code: 550, text: 'No such\r\n550 user here' } }))
    const { id } = await newMessage(server.stranger)
    let [seconds, tries] = [0, 0]
    for (let message = await stored(id); message.state === 'WAITING'; message = await stored(id)) {
      await makeDue(id)
      await mailDue(server.door, refusing)
      tries += 1
      seconds += pauseAfter(tries) ?? 0
    }
    expect(inbox).toEqual([])
    const days = seconds / 86_400
    expect([days > 3, days < 7]).toEqual([true, true])
    const failed = await stored(id)
    expect(failed).toMatchObject({ state: 'FAILED', attempts: tries, nextAttemptAt: null, mailedAt: null })
    expect(failed.lastError).toMatch(/^[^\r\n]*550[^\r\n]*No such[^\r\n]*$/)
    expect((await operator.ok(filterContactMessages, { body: { state: 'FAILED' } })).content).toEqual([failed])

    const mailer = mailerAt(await mailServer())
    await mailDue(server.door, mailer)
    expect(inbox).toEqual([])
    expect(await resend(id)).toMatchObject({ state: 'WAITING', attempts: 0 })
    await mailDue(server.door, mailer)
    expect(inbox).toHaveLength(1)
    expect(await stored(id)).toMatchObject({ state: 'SENT' })
    expect(await operator.refused(resendContactMessage, { params: { id } })).toMatchObject({
      status: 409,
      message: 'This message has been mailed already.',
    })
  })

  test('pauses a minute, then twice as long each time, six hours at most', () => {
    expect([1, 2, 3, 9, 10, 23].map(pauseAfter)).toEqual([60, 120, 240, 15_360, 21_600, 21_600])
    expect(pauseAfter(24)).toBeNull()
  })

  test('has its reason shown, without the password of the mail server', async () => {
    const port = await mailServer({ signIn: 'refused' })
    const { id } = await newMessage(server.stranger)
    await mailDue(server.door, mailerAt(port, 'plinth:s%40crit+word@'))
    const { lastError } = await stored(id)
    expect(lastError).toMatch(/no entry for plinth with \*\*\*/)
    expect(lastError).not.toContain('s@crit')
  })
})

describe('a server that dies between sending a mail and recording it', () => {
  test('leaves it to be sent again after its lease, as the same mail', async () => {
    const dying = await openDoor(login, 2)
    const port = await mailServer({ onData: () => dying.close() })
    const { id } = await newMessage(server.stranger)
    await expect(mailDue(dying, mailerAt(port))).rejects.toThrow()
    const mailer = mailerAt(await mailServer())
    await mailDue(server.door, mailer)
    // A resend does not bring out a second mail while the first may be on its way.
    await resend(id)
    await mailDue(server.door, mailer)
    expect(inbox).toHaveLength(1)
    await admin.query('update contact_messages set leased_until = now() where id = $1', [id])
    await mailDue(server.door, mailer)
    expect(inbox).toHaveLength(2)
    expect(inbox[1]?.raw).toBe(inbox[0]?.raw)
    expect(await stored(id)).toMatchObject({ state: 'SENT' })
  })

  test('does not undo what another server has recorded meanwhile', async () => {
    const { id } = await newMessage(server.stranger)
    const quick = mailerAt(await mailServer())
    const overtaken = await mailServer({
      refusal: { code: 550, text: 'No' },
      async onRefusal() {
        await admin.query('update contact_messages set leased_until = now()')
        await mailDue(server.door, quick)
      },
    })
    await mailDue(server.door, mailerAt(overtaken))
    expect(inbox).toHaveLength(1)
    expect(await stored(id)).toMatchObject({ state: 'SENT', lastError: null })
  })
})

describe('without a mail server', () => {
  const keeping = openMailer(settings)

  test('a message becomes a file that any mail program opens, complete or not at all', async () => {
    const { id } = await newMessage(server.stranger, { name: 'आशा' })
    // The half-written file of a crash.
    await mailDue(server.door, keeping)
    expect(readdirSync(settings.folder)).toEqual([`${id}.eml`])
    const path = join(settings.folder, `${id}.eml`)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const { named, text } = readMail(readFileSync(path, 'utf8'))
    expect(named).toMatchObject({ to: settings.to, 'message-id': `<${id}@house.example>` })
    expect(text).toContain('Name: आशा\n')
    expect(await stored(id)).toMatchObject({ state: 'SENT' })
    await admin.query(
      'update contact_messages set mailed_at = null, leased_until = null, next_attempt_at = now() where id = $1',
      [id],
    )
    writeFileSync(`${path}.part`, 'half')
    await mailDue(server.door, keeping)
    expect(readdirSync(settings.folder)).toEqual([`${id}.eml`])
  })

  test('and without a folder it waits, with one log line of the reason', async () => {
    const inTheWay = join(folder, 'no-folder')
    writeFileSync(inTheWay, '')
    const { id } = await newMessage(server.stranger)
    await mailDue(server.door, openMailer({ ...settings, folder: join(inTheWay, 'two\nlines') }))
    const lastError = expect.stringMatching(/^ENOTDIR.+two lines/)
    expect(await stored(id)).toMatchObject({ state: 'WAITING', attempts: 1, lastError })
  })
})

describe('the outbox of a running server', () => {
  async function until(condition: () => boolean): Promise<void> {
    for (const end = Date.now() + 20_000; !condition(); await sleep(5))
      if (Date.now() > end) throw new Error('not in time')
  }

  test('mails waiting messages, then each new message at once', async () => {
    const waited = await newMessage(server.stranger)
    const outbox = openOutbox(server.door, mailerAt(await mailServer()))
    nudges.send = outbox.nudge
    await newMessage(server.stranger)
    expect(inbox).toEqual([])
    const stop = outbox.start(() => {})
    try {
      await until(() => inbox.length === 2)
      await newMessage(server.stranger)
      await until(() => inbox.length === 3)
    } finally {
      await stop()
      nudges.send = () => {}
    }
    expect(await stored(waited.id)).toMatchObject({ state: 'SENT' })
  })

  test('ends after the mail in progress when it is stopped, and begins none after that', async () => {
    await newMessage(server.stranger)
    await newMessage(server.stranger)
    const ends: Promise<void>[] = []
    let end = async () => {}
    const port = await mailServer({
      async onData() {
        ends.push(end())
      },
    })
    const outbox = openOutbox(server.door, mailerAt(port))
    end = outbox.start(() => {})
    await until(() => ends.length > 0)
    await Promise.all(ends)
    outbox.nudge()
    await end()
    expect(inbox).toHaveLength(1)
    const { content } = await operator.ok(filterContactMessages, { body: {} })
    expect(content.map(({ state }) => state).sort()).toEqual(['SENT', 'WAITING'])
  })

  test('logs an error and continues', async () => {
    const lines: string[] = []
    const closedDoor = await openDoor(login, 1)
    await closedDoor.close()
    const stopGone = openOutbox(closedDoor, mailerAt(1)).start(({ message }) => lines.push(message))
    await until(() => lines.length === 1)
    await stopGone()
    const { id } = await newMessage(server.stranger)
    const stop = openOutbox(server.door, mailerAt(await freePort())).start(({ message }) => lines.push(message))
    await until(() => lines.length === 2)
    await stop()
    expect(lines[1]).toContain(id)
  })
})
