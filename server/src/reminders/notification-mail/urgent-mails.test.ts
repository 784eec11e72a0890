import { updateUser } from '@plinth/api/access/users'
import { updateInstrument } from '@plinth/api/guarantees/instruments'
import { daysAfter } from '@plinth/api/kernel/later-days'
import { updateCompanySettings } from '@plinth/api/platform/company-settings'
import { updateNotificationSettings } from '@plinth/api/reminders/notification-mail'
import { setNotificationState } from '@plinth/api/reminders/notifications'
import { updateReminderRule } from '@plinth/api/reminders/reminder-rules'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newGuarantee } from '../../guarantees/instruments/instruments.factory.ts'
import { companyDay } from '../../kernel/records/quick-filters.ts'
import { adminClient } from '../../kernel/testing/databases.ts'
import { type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { notificationsOf, planned } from '../notifications/notifications.factory.ts'
import { beginMail, deadlineMailBox, makeMails, zoneAt } from './notification-mail.factory.ts'

/** Over a database of its own: whoever mails here mails whatever is due. */
let server: TestServer
let box: Awaited<ReturnType<typeof deadlineMailBox>>
let refusing: Awaited<ReturnType<typeof deadlineMailBox>>
let admin: Awaited<ReturnType<typeof adminClient>>
let company: Company
let by: Awaited<ReturnType<Company['as']>>
let today: string

beforeAll(async () => {
  server = await startTestServer({ alone: true })
  box = await deadlineMailBox(server.door)
  refusing = await deadlineMailBox(server.door, { code: 451, text: 'Try later' })
  admin = await adminClient(server.admin ?? {})
})
afterAll(async () => {
  await box.stop()
  await refusing.stop()
  await admin.end()
  await server.stop()
})

/** A company whose day has no night and whose mail has begun, in which nobody wants the mail of a day. */
beforeEach(async () => {
  await admin.query('delete from mails; delete from mail_starts')
  company = await newCompany(server)
  by = await company.as()
  const body = { weeklyOff: [], saturdaysOff: [], dayStartsAt: 0, dayEndsAt: 24 }
  await by.ok(updateCompanySettings, { body })
  await by.ok(updateNotificationSettings, { body: { digest: false } })
  today = await server.door.inTenant(company.id, null, companyDay)
  const expires = (await beginMail(by)).find(({ kind }) => kind === 'GUARANTEE_EXPIRES')
  // Whichever day it is, one step of what ends in a week falls on it.
  const steps = { params: { id: expires?.id ?? '' }, body: { steps: [90, 7, 6, 5, 4, 3, 2, 1, 0] } }
  await by.ok(updateReminderRule, steps)
})

/** A guarantee that ends in a week. */
const newExpiring = (number: string) =>
  newGuarantee(by, { number, expiresOn: daysAfter(today, 7), claimUntil: daysAfter(today, 190) })

/** A guarantee that ends in a week, and that its owner is told of. */
async function expiring(number: string) {
  const made = await newExpiring(number)
  await planned(server, company)
  return made
}
const makeDue = () => admin.query('update mails set next_attempt_at = now() where next_attempt_at is not null')
const rows = async () => (await admin.query('select * from mails order by id')).rows
const dropped = { next_attempt_at: null, mailed_at: null, last_error: null, body: null, subject: null }

describe('a notification that is critical', () => {
  test('is mailed at once, once, with what it is about', async () => {
    const { id } = await expiring('BG 7')
    const [mail, ...more] = await box.mails()
    expect(more).toEqual([])
    expect(mail?.to).toBe(by.email)
    expect(mail?.subject).toMatch(
      new RegExp(`^${company.name}: Guarantee expires: BG 7 \\(State Bank of India\\), by `),
    )
    expect(mail?.text).toContain(`  https://plinth.example/contracts/instruments/${id}\n`)
    await planned(server, company)
    expect(await box.mails()).toEqual([])
  })

  test('says for how many stages it stands where nobody was there to tell them', async () => {
    await planned(server, company)
    await newExpiring('BG 7')
    await planned(server, company, daysAfter(today, 2))
    const [mail] = await box.mails()
    expect(mail?.text).toMatch(/^- Guarantee expires: BG 7 .*, by .*, stands for 3 reminders$/m)
    await newExpiring('BG 8')
    await planned(server, company, daysAfter(today, 2))
    expect((await box.mails())[0]?.text).toMatch(/^- Guarantee expires: BG 8 .*, stands for 3 reminders$/m)
  })

  test('is in one mail with others that were told with it', async () => {
    await newExpiring('BG 1')
    await expiring('BG 2')
    const sent = await box.mails()
    expect(sent.map(({ subject }) => subject)).toEqual([`${company.name}: 2 things that cannot wait`])
    await newExpiring('BG 3')
    await planned(server, company)
    const later = await box.mails()
    expect(later.map(({ text }) => /BG [12]/.test(text))).toEqual([false])
  })

  test.each([
    [22, 1],
    [5, 0],
  ])('at %i o’clock waits for the morning', async (hour, days) => {
    await expiring('BG 7')
    const zone = zoneAt(hour)
    await admin.query('update tenants set time_zone = $2 where id = $1', [company.id, zone])
    await by.ok(updateCompanySettings, { body: { dayStartsAt: 7, dayEndsAt: 21 } })
    expect(await box.mails()).toEqual([])
    const due = await admin.query(
      `select (due_at at time zone $1)::text as due, ((now() at time zone $1)::date + $2::int)::text || ' 07:00:00' as morning from mails`,
      [zone, days],
    )
    expect(due.rows).toEqual([{ due: due.rows[0].morning, morning: expect.any(String) }])
    await makeDue()
    expect(await box.sent()).toHaveLength(1)
  })

  test('is not mailed where it was done meanwhile, is of a kind that one does not want, or none of it is wanted', async () => {
    await expiring('BG 7')
    const [notification] = await notificationsOf(by)
    await makeMails(server.door)
    await by.ok(setNotificationState, { params: { id: notification?.id ?? '' }, body: { state: 'DONE' } })
    expect(await box.sent()).toEqual([])
    expect(await rows()).toMatchObject([dropped])
    await by.ok(updateNotificationSettings, { body: { mutedKinds: ['GUARANTEE_EXPIRES'] } })
    await expiring('BG 8')
    expect(await box.mails()).toEqual([])
    await by.ok(updateNotificationSettings, { body: { mutedKinds: [], atOnce: false } })
    await expiring('BG 9')
    expect(await box.mails()).toEqual([])
  })

  test('that was told before the company’s mail began is in no mail', async () => {
    await admin.query('delete from mail_starts')
    await expiring('BG 7')
    await beginMail(by)
    expect(await box.mails()).toEqual([])
  })

  test('puts nothing into the head of the mail, whatever the paper is called', async () => {
    await expiring('BG 7\r\nBcc: all@x.example\r\n\r\nHello\u2028')
    const [mail] = await box.mails()
    expect(mail?.names).not.toContain('bcc')
    expect(new Set(mail?.names).size).toBe(mail?.names.length)
    expect(mail?.subject).toContain('BG 7 Bcc: all@x.example Hello (State Bank')
  })
})

describe('a mail that the mail server refuses', () => {
  test('is sent again as the same mail, byte by byte', async () => {
    const { id } = await expiring('BG 7')
    const before = Date.now()
    await refusing.mails()
    const after = Date.now()
    const [row] = await rows()
    expect(row).toMatchObject({ attempts: 1, mailed_at: null, last_error: expect.stringContaining('451') })
    const next = row.next_attempt_at.getTime()
    expect([next > before + 45_000, next <= after + 60_000]).toEqual([true, true])
    expect(await box.sent()).toEqual([])
    // What it is about has another name by now: the mail is the one that may have arrived.
    await by.ok(updateInstrument, { params: { id }, body: { number: 'BG 8' } })
    await makeDue()
    const [first] = await box.sent()
    expect(first?.subject).toContain('BG 7')
    await admin.query('update mails set mailed_at = null, next_attempt_at = now(), leased_until = null')
    const [again] = await box.sent()
    expect(again?.raw).toBe(first?.raw)
    expect(again?.named['message-id']).toBe(`<${row.id}@house.example>`)
  })

  test('is composed anew where rights have changed since', async () => {
    const { id } = await expiring('BG 7')
    await refusing.mails()
    await by.ok(updateInstrument, { params: { id }, body: { number: 'BG 8' } })
    await company.person({})
    await makeDue()
    const [mail] = await box.sent()
    expect(mail?.subject).toContain('BG 8')
  })

  test('is given up after four days', async () => {
    await expiring('BG 7')
    await makeMails(server.door)
    await admin.query(`update mails set due_at = now() - interval '97 hours'`)
    await refusing.sent()
    expect(await rows()).toMatchObject([{ next_attempt_at: null, mailed_at: null, last_error: expect.any(String) }])
  })
})

describe('between deciding and sending', () => {
  const takers: [string, () => Promise<unknown>][] = [
    [
      'the module',
      () =>
        admin.query(
          `delete from role_permissions where tenant_id = $1 and module_id = (select id from modules where key = 'Contracts')`,
          [company.id],
        ),
    ],
    [
      'the person’s leave to sign in',
      async () => {
        const other = await company.as()
        await other.ok(updateUser, { params: { id: by.userId }, body: { email: by.email, isActive: false } })
      },
    ],
    [
      'the person',
      () =>
        admin.query('update users set deleted_at = now() where tenant_id = $1 and id = $2', [company.id, by.userId]),
    ],
    ['the company', () => admin.query(`update tenants set status = 'SUSPENDED' where id = $1`, [company.id])],
  ]
  test.each(takers)(
    '%s is taken away: nothing is mailed, at the first try or a later one [deposits 11.18]',
    async (_, take) => {
      await expiring('BG 7')
      await refusing.mails()
      await makeDue()
      await take()
      expect(await box.sent()).toEqual([])
      expect(await rows()).toMatchObject([dropped])
    },
  )
})

test('mail that waits is counted, once it should have left', async () => {
  await expiring('BG 7')
  await makeMails(server.door)
  const waiting = async () => (await admin.query('select * from app.mails_not_mailed()')).rows[0]
  expect(Number((await waiting()).mails)).toBe(1)
  await admin.query(`update mails set due_at = now() + interval '1 hour', next_attempt_at = now() + interval '1 hour'`)
  expect(Number((await waiting()).mails)).toBe(0)
  await makeDue()
  await admin.query('update mails set due_at = now()')
  await box.sent()
  expect(Number((await waiting()).mails)).toBe(0)
})
