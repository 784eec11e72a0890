import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Delivery, type MailServer, type Manner, readMail, startMailServer } from '../testing/mail-server.ts'
import { openMailer } from './mail.ts'

let inbox: Delivery[] = []
const mailServers: MailServer[] = []
beforeEach(() => {
  inbox = []
})
afterEach(async () => {
  for (const server of mailServers.splice(0)) await server.stop()
})
async function mailServer(manner: Omit<Manner, 'inbox'> = {}): Promise<MailServer> {
  const server = await startMailServer({ ...manner, inbox })
  mailServers.push(server)
  return server
}

const letter = {
  id: '018f0000-0000-7000-8000-000000000000',
  writtenAt: new Date('2026-03-05T04:30:00Z'),
  replyTo: { name: 'Asha', address: 'asha@visitor.example' },
  subject: 'Hello',
  text: 'Good morning',
}
const never = new AbortController().signal
const mailerAt = (smtpUrl: string) =>
  openMailer({ smtpUrl, from: 'plinth@house.example', to: 'desk@house.example', folder: '/nowhere' })
const send = (smtpUrl: string, overrides: Partial<typeof letter> = {}, signal = never) =>
  mailerAt(smtpUrl).send({ ...letter, ...overrides }, signal)

describe('a mail server', () => {
  test('gets the user and password of its address', async () => {
    const { port, receivedPasswords } = await mailServer({ signIn: 'asked' })
    expect(await send(`smtp://plinth%40house.example:s%40crit%2F%3A@127.0.0.1:${port}/`)).toBeUndefined()
    expect(inbox).toMatchObject([{ user: 'plinth@house.example', to: ['desk@house.example'] }])
    expect(receivedPasswords).toEqual(['s@crit/:'])
  })

  test('on this machine may have any certificate', async () => {
    const { port } = await mailServer({ encryption: 'offered' })
    expect(await send(`smtp://localhost:${port}`)).toBeUndefined()
    expect(inbox).toHaveLength(1)
  })

  // The address of all interfaces counts as another machine's.
  const elsewhere = '0.0.0.0'

  test('on another machine gets no password over an unencrypted connection', async () => {
    const { port, receivedPasswords } = await mailServer({ signIn: 'asked' })
    expect(await send(`smtp://plinth:secret@${elsewhere}:${port}`)).toMatch(/STARTTLS/)
    expect([receivedPasswords, inbox]).toEqual([[], []])
  })

  test.each([
    ['smtp', 'offered'],
    ['smtps', 'always'],
  ] as const)(
    'on another machine gets nothing if its certificate is not trusted (%s)',
    async (protocol, encryption) => {
      const { port, receivedPasswords } = await mailServer({ signIn: 'asked', encryption })
      expect(await send(`${protocol}://plinth:secret@${elsewhere}:${port}`)).toMatch(/certificate/i)
      expect([receivedPasswords, inbox]).toEqual([[], []])
    },
  )

  test('that is slow is waited for no longer than the caller waits', async () => {
    const { port } = await mailServer({ onData: () => new Promise(() => {}) })
    const impatient = new AbortController()
    const sending = send(`smtp://127.0.0.1:${port}`, {}, impatient.signal)
    while (inbox.length === 0) await new Promise(setImmediate)
    impatient.abort()
    expect(await sending).toMatch(/abort/i)
  })
})

describe('a letter', () => {
  test('has one header block, whatever its fields contain', async () => {
    const { port } = await mailServer()
    const mark = '\r\nBcc: all@victim.example\r\n\r\nBuy'
    const replyTo = { name: `Asha${mark}`, address: 'asha@visitor.example' }
    expect(await send(`smtp://127.0.0.1:${port}`, { replyTo, subject: `Hello${mark}` })).toBeUndefined()
    const [{ raw, to } = { raw: '', to: [] }] = inbox
    expect(to).toEqual(['desk@house.example'])
    const { names, named, text } = readMail(raw)
    expect(names).not.toContain('bcc')
    expect(named['subject']).toBe('Hello Bcc: all@victim.example Buy')
    expect(text.trim()).toBe('Good morning')
  })

  test('has no direction marks in its subject and its reply address', async () => {
    const { port } = await mailServer()
    const marks = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'
    const replyTo = { name: `Asha${marks} Rao`, address: 'asha@visitor.example' }
    expect(await send(`smtp://127.0.0.1:${port}`, { replyTo, subject: `Bill${marks} 12` })).toBeUndefined()
    const { named } = readMail(inbox[0]?.raw ?? '')
    expect(named['subject']).toBe('Bill 12')
    expect(named['reply-to']).toBe('Asha Rao <asha@visitor.example>')
  })
})
