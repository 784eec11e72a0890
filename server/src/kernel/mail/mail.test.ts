import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Delivery, type MailServer, type Manner, readMail, startMailServer } from '../testing/mail-server.ts'
import { openMailer } from './mail.ts'

let inbox: Delivery[] = []
const mailServers: MailServer[] = []
beforeEach(() => {
  inbox = []
})
afterEach(async () => {
  for (const made of mailServers.splice(0)) await made.stop()
})
async function mailServer(manner: Omit<Manner, 'inbox'> = {}): Promise<MailServer> {
  const made = await startMailServer({ ...manner, inbox })
  mailServers.push(made)
  return made
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
const send = (smtpUrl: string, given: Partial<typeof letter> = {}, signal = never) =>
  mailerAt(smtpUrl).send({ ...letter, ...given }, signal)

describe('a mail server', () => {
  test('is signed in to with what its address says', async () => {
    const { port, heard } = await mailServer({ signIn: 'asked' })
    expect(await send(`smtp://plinth%40house.example:s%40crit%2F%3A@127.0.0.1:${port}/`)).toBeUndefined()
    expect(inbox).toMatchObject([{ user: 'plinth@house.example', to: ['desk@house.example'] }])
    expect(heard).toEqual(['s@crit/:'])
  })

  test('on this machine may have any certificate', async () => {
    const { port } = await mailServer({ encryption: 'offered' })
    expect(await send(`smtp://localhost:${port}`)).toBeUndefined()
    expect(inbox).toHaveLength(1)
  })

  // The address of every interface of this machine counts as one elsewhere.
  const elsewhere = '0.0.0.0'

  test('elsewhere is told no password over an open line', async () => {
    const { port, heard } = await mailServer({ signIn: 'asked' })
    expect(await send(`smtp://plinth:secret@${elsewhere}:${port}`)).toMatch(/STARTTLS/)
    expect([heard, inbox]).toEqual([[], []])
  })

  test.each([
    ['smtp', 'offered'],
    ['smtps', 'always'],
  ] as const)(
    'elsewhere is told nothing when nobody vouches for its certificate (%s)',
    async (protocol, encryption) => {
      const { port, heard } = await mailServer({ signIn: 'asked', encryption })
      expect(await send(`${protocol}://plinth:secret@${elsewhere}:${port}`)).toMatch(/certificate/i)
      expect([heard, inbox]).toEqual([[], []])
    },
  )

  test('that takes its time is waited for no longer than the caller does', async () => {
    const { port } = await mailServer({ onData: () => new Promise(() => {}) })
    const impatient = new AbortController()
    const sending = send(`smtp://127.0.0.1:${port}`, {}, impatient.signal)
    while (inbox.length === 0) await new Promise(setImmediate)
    impatient.abort()
    expect(await sending).toMatch(/abort/i)
  })
})

describe('a letter', () => {
  test('has one head, whatever is put into it', async () => {
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

  test('has no mark of direction in its subject and in whom an answer goes to', async () => {
    const { port } = await mailServer()
    const marks = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'
    const replyTo = { name: `Asha${marks} Rao`, address: 'asha@visitor.example' }
    expect(await send(`smtp://127.0.0.1:${port}`, { replyTo, subject: `Bill${marks} 12` })).toBeUndefined()
    const { named } = readMail(inbox[0]?.raw ?? '')
    expect(named['subject']).toBe('Bill 12')
    expect(named['reply-to']).toBe('Asha Rao <asha@visitor.example>')
  })
})
