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
import { notificationsOf, planReminders } from '../notifications/notifications.factory.ts'
import { beginMail, createMails, deadlineMailBox, zoneAt } from './notification-mail.factory.ts'

/** Has its own database, because a round of mailing sends all mail that is due. */
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

/** A company that may be mailed at any hour, whose mail has begun and whose user has switched the digest off. */
beforeEach(async () => {
  await admin.query('delete from mails; delete from mail_starts')
  company = await newCompany(server)
  by = await company.as()
  const body = { weeklyOff: [], saturdaysOff: [], dayStartsAt: 0, dayEndsAt: 24 }
  await by.ok(updateCompanySettings, { body })
  await by.ok(updateNotificationSettings, { body: { digest: false } })
  today = await server.door.inTenant(company.id, null, companyDay)
  const expires = (await beginMail(by)).find(({ kind }) => kind === 'GUARANTEE_EXPIRES')
  // On any weekday, one of these steps of a guarantee that ends in a week falls on today.
  const steps = { params: { id: expires?.id ?? '' }, body: { steps: [90, 7, 6, 5, 4, 3, 2, 1, 0] } }
  await by.ok(updateReminderRule, steps)
})

/** A guarantee that ends in a week. */
const newExpiring = (number: string) =>
  newGuarantee(by, { number, expiresOn: daysAfter(today, 7), claimUntil: daysAfter(today, 190) })

/** A guarantee that ends in a week, with the notification to its owner. */
async function expiring(number: string) {
  const guarantee = await newExpiring(number)
  await planReminders(server, company)
  return guarantee
}
const makeDue = () => admin.query('update mails set next_attempt_at = now() where next_attempt_at is not null')
const rows = async () => (await admin.query('select * from mails order by id')).rows
const dropped = { next_attempt_at: null, mailed_at: null, last_error: null, body: null, subject: null }

describe('a critical notification', () => {
  test('is mailed at once and only once, with its record', async () => {
    const { id } = await expiring('BG 7')
    const [mail, ...more] = await box.mails()
    expect(more).toEqual([])
    expect(mail?.to).toBe(by.email)
    expect(mail?.subject).toMatch(
      new RegExp(`^${company.name}: Guarantee expires: BG 7 \\(State Bank of India\\), by `),
    )
    expect(mail?.text).toContain(`  https://plinth.example/contracts/instruments/${id}\n`)
    await planReminders(server, company)
    expect(await box.mails()).toEqual([])
  })

  test('states the number of missed stages that it stands for', async () => {
    await planReminders(server, company)
    await newExpiring('BG 7')
    await planReminders(server, company, daysAfter(today, 2))
    const [mail] = await box.mails()
    expect(mail?.text).toMatch(/^- Guarantee expires: BG 7 .*, by .*, stands for 3 reminders$/m)
    await newExpiring('BG 8')
    await planReminders(server, company, daysAfter(today, 2))
    expect((await box.mails())[0]?.text).toMatch(/^- Guarantee expires: BG 8 .*, stands for 3 reminders$/m)
  })

  test('shares a mail with notifications of the same moment', async () => {
    await newExpiring('BG 1')
    await expiring('BG 2')
    const sent = await box.mails()
    expect(sent.map(({ subject }) => subject)).toEqual([`${company.name}: 2 things that cannot wait`])
    await newExpiring('BG 3')
    await planReminders(server, company)
    const later = await box.mails()
    expect(later.map(({ text }) => /BG [12]/.test(text))).toEqual([false])
  })

  test.each([
    [22, 1],
    [5, 0],
  ])('that is created at %i o’clock is mailed in the morning', async (hour, days) => {
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
    expect(await box.send()).toHaveLength(1)
  })

  test('is not mailed if it is done, of a muted kind, or urgent mail is switched off', async () => {
    await expiring('BG 7')
    const [notification] = await notificationsOf(by)
    await createMails(server.door)
    await by.ok(setNotificationState, { params: { id: notification?.id ?? '' }, body: { state: 'DONE' } })
    expect(await box.send()).toEqual([])
    expect(await rows()).toMatchObject([dropped])
    await by.ok(updateNotificationSettings, { body: { mutedKinds: ['GUARANTEE_EXPIRES'] } })
    await expiring('BG 8')
    expect(await box.mails()).toEqual([])
    await by.ok(updateNotificationSettings, { body: { mutedKinds: [], atOnce: false } })
    await expiring('BG 9')
    expect(await box.mails()).toEqual([])
  })

  test('that was created before the company’s mail began is not mailed', async () => {
    await admin.query('delete from mail_starts')
    await expiring('BG 7')
    await beginMail(by)
    expect(await box.mails()).toEqual([])
  })

  test('adds no headers to the mail from line breaks in the number of an instrument', async () => {
    await expiring('BG 7\r\nBcc: all@x.example\r\n\r\nHello\u2028')
    const [mail] = await box.mails()
    expect(mail?.names).not.toContain('bcc')
    expect(new Set(mail?.names).size).toBe(mail?.names.length)
    expect(mail?.subject).toContain('BG 7 Bcc: all@x.example Hello (State Bank')
  })
})

describe('a mail that the mail server refuses', () => {
  test('is sent again with the same bytes', async () => {
    const { id } = await expiring('BG 7')
    const before = Date.now()
    await refusing.mails()
    const after = Date.now()
    const [row] = await rows()
    expect(row).toMatchObject({ attempts: 1, mailed_at: null, last_error: expect.stringContaining('451') })
    const next = row.next_attempt_at.getTime()
    expect([next > before + 45_000, next <= after + 60_000]).toEqual([true, true])
    expect(await box.send()).toEqual([])
    // The record is renamed, but the earlier attempt may have arrived, so the text must stay the same.
    await by.ok(updateInstrument, { params: { id }, body: { number: 'BG 8' } })
    await makeDue()
    const [first] = await box.send()
    expect(first?.subject).toContain('BG 7')
    await admin.query('update mails set mailed_at = null, next_attempt_at = now(), leased_until = null')
    const [again] = await box.send()
    expect(again?.raw).toBe(first?.raw)
    expect(again?.named['message-id']).toBe(`<${row.id}@house.example>`)
  })

  test('is composed anew if permissions have changed since', async () => {
    const { id } = await expiring('BG 7')
    await refusing.mails()
    await by.ok(updateInstrument, { params: { id }, body: { number: 'BG 8' } })
    await company.person({})
    await makeDue()
    const [mail] = await box.send()
    expect(mail?.subject).toContain('BG 8')
  })

  test('is abandoned after four days', async () => {
    await expiring('BG 7')
    await createMails(server.door)
    await admin.query(`update mails set due_at = now() - interval '97 hours'`)
    await refusing.send()
    expect(await rows()).toMatchObject([{ next_attempt_at: null, mailed_at: null, last_error: expect.any(String) }])
  })
})

describe('no mail is sent after', () => {
  const removals: [string, () => Promise<unknown>][] = [
    [
      'the module',
      () =>
        admin.query(
          `delete from role_permissions where tenant_id = $1 and module_id = (select id from modules where key = 'Contracts')`,
          [company.id],
        ),
    ],
    [
      'the user’s right to sign in',
      async () => {
        const other = await company.as()
        await other.ok(updateUser, { params: { id: by.userId }, body: { email: by.email, isActive: false } })
      },
    ],
    [
      'the user',
      () =>
        admin.query('update users set deleted_at = now() where tenant_id = $1 and id = $2', [company.id, by.userId]),
    ],
    ['the company', () => admin.query(`update tenants set status = 'SUSPENDED' where id = $1`, [company.id])],
  ]
  test.each(removals)('%s was removed, at the first attempt or a later one [deposits 11.18]', async (_, remove) => {
    await expiring('BG 7')
    await refusing.mails()
    await makeDue()
    await remove()
    expect(await box.send()).toEqual([])
    expect(await rows()).toMatchObject([dropped])
  })
})

test('mail is counted as waiting once it is overdue', async () => {
  await expiring('BG 7')
  await createMails(server.door)
  const waiting = async () => (await admin.query('select * from app.mails_not_mailed()')).rows[0]
  expect(Number((await waiting()).mails)).toBe(1)
  await admin.query(`update mails set due_at = now() + interval '1 hour', next_attempt_at = now() + interval '1 hour'`)
  expect(Number((await waiting()).mails)).toBe(0)
  await makeDue()
  await admin.query('update mails set due_at = now()')
  await box.send()
  expect(Number((await waiting()).mails)).toBe(0)
})
