import { daysAfter } from '@plinth/api/kernel/later-days'
import { updateCompanySettings } from '@plinth/api/platform/company-settings'
import { filterDeadlines } from '@plinth/api/reminders/deadlines'
import { createHoliday } from '@plinth/api/reminders/holidays'
import { updateNotificationSettings } from '@plinth/api/reminders/notification-mail'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newFacility } from '../../guarantees/bank-facilities/bank-facilities.factory.ts'
import { openDoor } from '../../kernel/db/door.ts'
import { migrate } from '../../kernel/db/migrate.ts'
import { companyDay } from '../../kernel/records/quick-filters.ts'
import { adminClient, testSecret } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newGeneralTask } from '../../works/general-tasks/general-tasks.factory.ts'
import { newRule, switchOffRules } from '../reminder-rules/reminder-rules.factory.ts'
import { watch } from '../watchers/watchers.factory.ts'
import { beginMail, createMails, deadlineMailBox, mailTokens, zoneAt } from './notification-mail.factory.ts'
import { mailDeadlines } from './sending.queries.ts'

/** Has its own database, because a round of mailing sends all mail that is due. */
let server: TestServer
let box: Awaited<ReturnType<typeof deadlineMailBox>>
let admin: Awaited<ReturnType<typeof adminClient>>
let company: Company
let by: Awaited<ReturnType<Company['as']>>
let today: string

beforeAll(async () => {
  server = await startTestServer({ alone: true })
  box = await deadlineMailBox(server.door)
  admin = await adminClient(server.admin ?? {})
})
afterAll(async () => {
  await box.stop()
  await admin.end()
  await server.stop()
})

const setZone = (zone: string, id = company.id) =>
  admin.query('update tenants set time_zone = $2 where id = $1', [id, zone])

/** A company where it is ten in the morning of a working day, and whose mail has begun. */
beforeEach(async () => {
  await admin.query('delete from mails; delete from mail_starts')
  company = await newCompany(server)
  await setZone(zoneAt(10))
  by = await company.as()
  await by.ok(updateCompanySettings, { body: { weeklyOff: [], saturdaysOff: [] } })
  await beginMail(by)
  today = await server.door.inTenant(company.id, null, companyDay)
})

const day = (days: number) => daysAfter(today, days)
const deadline = (title: string, days: number) => newGeneralTask(by, { title, dueOn: day(days), assigneeId: by.userId })
const setSettings = (body: Parameters<typeof by.ok<typeof updateNotificationSettings>>[1]['body']) =>
  by.ok(updateNotificationSettings, { body })

describe('the digest mail', () => {
  test('lists the reader’s own deadlines that are overdue, due today and due soon, each with a link, and is sent once', async () => {
    for (const [title, days] of [
      ['Late', -2],
      ['Now', 0],
      ['Soon', 6],
      ['Far', 7],
    ] as const)
      await deadline(title, days)
    const other = await company.as()
    await newGeneralTask(by, { title: 'Not mine', dueOn: today, assigneeId: other.userId })
    const sent = await box.mails()
    expect(sent.map(({ to }) => to).toSorted()).toEqual([by.email, other.email].toSorted())
    const [mail] = sent.filter(({ to }) => to === by.email)
    expect(mail?.subject).toMatch(new RegExp(`^${company.name}: what is to be done, \\d\\d \\w{3} \\d{4}$`))
    const heads = ['Overdue (1)', 'Today (1)', 'The next days (1)']
    const places = ['General task is due: Late', 'General task is due: Now', 'General task is due: Soon', ...heads].map(
      (words) => mail?.text.indexOf(words) ?? -1,
    )
    expect(places.every((place) => place > 0)).toBe(true)
    expect(mail?.text).not.toMatch(/Far|Not mine|undefined|null/)
    expect(mail?.text.match(/^ {2}https:\/\/plinth\.example\/general-tasks\/[-\da-f]{36}$/gm)).toHaveLength(3)
    expect(mail?.text).toContain('  https://plinth.example/account\n')
    expect(await box.mails()).toEqual([])
  })

  test('has no links if the address of the product is unknown', async () => {
    await deadline('Royalty', 0)
    const [mail] = await box.mails(null)
    expect(mail?.text).toContain('- General task is due: Royalty, by ')
    expect(mail?.text).not.toMatch(/https?:/)
    expect(mail?.names).not.toContain('list-unsubscribe')
  })

  test('has a header for unsubscribing: by one click over TLS, else on the page', async () => {
    await deadline('Royalty', 0)
    const [mail] = await box.mails()
    const token = mailTokens.signMailKind({ tenantId: company.id, userId: by.userId, kind: 'DIGEST' })
    expect(mail?.named).toMatchObject({
      'list-unsubscribe': `<https://plinth.example/common/api/unsubscribe/${token}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    })
    expect(mail?.text).toContain(`  https://plinth.example/unsubscribe/${token}\n`)
    await admin.query('delete from mails')
    const [open] = await box.mails('http://plinth.local')
    expect(open?.named['list-unsubscribe']).toBe(`<http://plinth.local/unsubscribe/${token}>`)
    expect(open?.names).not.toContain('list-unsubscribe-post')
  })

  test('is not sent if there was nothing to do at its hour, also if a deadline is added later that day', async () => {
    expect(await box.mails()).toEqual([])
    await deadline('Royalty', 0)
    expect(await box.mails()).toEqual([])
  })

  test('is in the language of its reader', async () => {
    await deadline('Royalty', 0)
    await admin.query(`update users set language = 'hi' where tenant_id = $1 and id = $2`, [company.id, by.userId])
    const [mail] = await box.mails()
    expect(mail?.subject).toContain('क्या करना है')
    expect(mail?.text).toContain('सामान्य कार्य का दिन: Royalty')
  })

  test('has fifty lines at most, and links to the list of all deadlines of any owner', async () => {
    const named = await company.as()
    await newRule(by, { kind: 'GENERAL_TASK_DUE', steps: [3], tells: [], userIds: [named.userId] })
    for (let count = 0; count < 53; count += 1) await deadline(`Duty ${count}`, count < 30 ? -1 : 2)
    const mail = (await box.mails()).find(({ to }) => to === named.email)
    expect(mail?.text.match(/^- General task is due/gm)).toHaveLength(50)
    expect(mail?.text).toContain('The next days (23)')
    expect(mail?.text).toContain('- and 3 more\n  https://plinth.example/reminders?owner=ALL&time=THIS_WEEK\n')
    const listed = await named.ok(filterDeadlines, { body: { owner: 'ALL', time: ['THIS_WEEK'] } })
    expect(listed.totalElements).toBe(23)
  })

  test('lists each mention of its reader once', async () => {
    const { id } = await newGeneralTask(by, { title: 'Site office' })
    const mention = (key: string) =>
      admin.query(
        `insert into notifications (tenant_id, user_id, reason, kind, module, record_type, record_id, actor_id, level, told_key)
        values ($1, $2, 'MENTIONED', 'MENTIONED', 'General Tasks', 'GENERAL_TASK', $3, $2, 'INFO', $4)`,
        [company.id, by.userId, id, key],
      )
    await mention('one')
    const [mail] = await box.mails()
    expect(mail?.text).toContain('You are mentioned (1)\n')
    expect(mail?.text).toMatch(/: Site office\n {2}https:\/\/plinth\.example\/general-tasks\//)
    await admin.query(`update mails set slot = '2020-01-01'`)
    expect(await box.mails()).toEqual([])
    await admin.query(`delete from mails where slot <> '2020-01-01'`)
    await mention('two')
    expect((await box.mails())[0]?.text).toContain('You are mentioned (1)\n')
  })

  test('states the number of records of a combined mention', async () => {
    await admin.query(
      `insert into notifications (tenant_id, user_id, reason, kind, module, actor_id, count, level, told_key)
      values ($1, $2, 'MENTIONED', 'MENTIONED', 'General Tasks', $2, 3, 'INFO', 'several')`,
      [company.id, by.userId],
    )
    expect((await box.mails())[0]?.text).toMatch(/^- \S.*: 3 records$/m)
  })

  test('leaves out kinds of deadlines that its reader has muted', async () => {
    await deadline('Royalty', 0)
    await setSettings({ mutedKinds: ['GENERAL_TASK_DUE'] })
    expect(await box.mails()).toEqual([])
  })

  test('gets no headers or extra lines from line breaks in names of records', async () => {
    await deadline('Pay\r\n\r\nBcc: all@x.example\r\n- Hand in the bid\u2028\u202etxt', 0)
    const [mail] = await box.mails()
    expect(mail?.names).not.toContain('bcc')
    expect(mail?.text).toContain('- General task is due: Pay Bcc: all@x.example - Hand in the bid txt, by ')
    expect(mail?.text.match(/^- /gm)).toHaveLength(1)
  })

  test('has no direction marks from the names of its company and its reader', async () => {
    await deadline('Royalty', 0)
    await admin.query('update users set username = $3 where tenant_id = $1 and id = $2', [
      company.id,
      by.userId,
      'Asha\u202e oaR\u2066',
    ])
    await admin.query('update tenants set name = name || $2 where id = $1', [company.id, '\u202e dtL'])
    const [mail] = await box.mails()
    expect(mail?.text).toMatch(/^Asha oaR,$/m)
    expect(mail?.subject).toContain(' dtL: ')
    expect(`${mail?.subject}${mail?.text}`).not.toMatch(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
  })
})

describe('the readers of a digest', () => {
  const kind = 'GENERAL_TASK_DUE' as const
  const linesTo = (sent: Awaited<ReturnType<typeof box.mails>>, { email }: { email: string }) =>
    sent.filter(({ to }) => to === email).flatMap(({ text }) => text.match(/^- .*/gm) ?? [])

  test('are all whom a rule names, with the name of the owner, and not an owner whom no rule names', async () => {
    await switchOffRules(by)
    const [named, viewer] = [await company.as(), await company.as({ 'General Tasks': ['canView'] })]
    const { rows } = await admin.query('select role_id from user_roles where user_id = $1', [viewer.userId])
    await newRule(by, { kind, steps: [3], tells: [], userIds: [named.userId], roleIds: [rows[0].role_id] })
    await deadline('Royalty', 0)
    await deadline('Far', 7)
    const sent = await box.mails()
    expect(sent.map(({ to }) => to).toSorted()).toEqual([named.email, viewer.email].toSorted())
    for (const person of [named, viewer])
      expect(linesTo(sent, person)).toEqual([
        expect.stringMatching(/^- General task is due: Royalty, by .* \d{4}, with \w/),
      ])
  })

  test('are owner and watchers if rules name them, with one line each for several rules', async () => {
    await switchOffRules(by)
    const [watcher, stranger] = [await company.as(), await company.as()]
    for (const steps of [[3], [9, 0]]) await newRule(by, { kind, steps, tells: ['OWNER', 'WATCHERS'] })
    const { id } = await deadline('Royalty', 0)
    await watch(watcher, id, 'GENERAL_TASK')
    const sent = await box.mails()
    expect(linesTo(sent, by)).toEqual([expect.stringMatching(/Royalty, by [^,]*$/)])
    expect(linesTo(sent, watcher)).toEqual([expect.stringMatching(/Royalty, by .*, with /)])
    expect(linesTo(sent, stranger)).toEqual([])
  })

  test('are nobody for a module they may not view, a rule that is switched off, or a rule for other records', async () => {
    await switchOffRules(by)
    const blind = await company.as({ Contracts: ['canView'] })
    const payer = await company.as({ Payments: ['canView'] })
    const addressing = { tells: [], userIds: [blind.userId, payer.userId], steps: [1] }
    await newRule(by, { ...addressing, kind })
    await newRule(by, { ...addressing, kind: 'TENDER_CLOSES', contractTypes: ['Bridge'] })
    await newRule(by, { ...addressing, kind: 'FACILITY_REVIEW', isActive: false })
    await deadline('Royalty', 0)
    await newContract(by, { contractType: 'Road', closingDate: today })
    await newFacility(by, { reviewOn: today })
    expect(await box.mails()).toEqual([])
    await admin.query('delete from mails')
    await newContract(by, { contractName: 'Aqueduct', contractType: 'bridge', closingDate: today })
    const sent = await box.mails()
    expect(sent.map(({ to }) => to)).toEqual([blind.email])
    expect(linesTo(sent, blind)).toEqual([expect.stringMatching(/^- Hand in the bid: Aqueduct .*, by /)])
  })
})

describe('a digest is sent', () => {
  test('only after somebody who may edit reminders has opened the rules', async () => {
    await admin.query('delete from mail_starts where tenant_id = $1', [company.id])
    await deadline('Royalty', 0)
    const reader = await company.as({ Reminders: ['canView'] })
    await beginMail(reader)
    expect(await box.mails()).toEqual([])
    await beginMail(await company.as({ Reminders: ['canView', 'canEdit'] }))
    expect(await box.mails()).toHaveLength(1)
  })

  test('from the hour that its reader has set, later on the same day if that was missed, but not at night', async () => {
    await deadline('Royalty', 0)
    await setSettings({ digestHour: 11 })
    expect(await box.mails()).toEqual([])
    await setZone(zoneAt(22))
    today = await server.door.inTenant(company.id, null, companyDay)
    expect(await box.mails()).toEqual([])
    await setZone(zoneAt(19))
    today = await server.door.inTenant(company.id, null, companyDay)
    await deadline('Rent', 0)
    expect(await box.mails()).toHaveLength(1)
  })

  test('at night to a reader who has set that hour', async () => {
    await setZone(zoneAt(22))
    today = await server.door.inTenant(company.id, null, companyDay)
    await deadline('Royalty', 0)
    await setSettings({ digestHour: 22 })
    expect(await box.mails()).toHaveLength(1)
  })

  test('by the clock of each company', async () => {
    const zones = ['Asia/Kolkata', 'America/Los_Angeles']
    const slots: [string, string][] = []
    for (const zone of zones) {
      const zoned = await newCompany(server)
      await setZone(zone, zoned.id)
      const person = await zoned.as()
      await person.ok(updateCompanySettings, {
        body: { weeklyOff: [], saturdaysOff: [], dayStartsAt: 0, dayEndsAt: 24 },
      })
      await beginMail(person)
      const parts = new Intl.DateTimeFormat('en-CA', {
        timeZone: zone,
        hourCycle: 'h23',
        dateStyle: 'short',
        timeStyle: 'short',
      })
      const [date = '', time = ''] = parts.format(new Date()).split(', ')
      const now = Number(time.slice(0, 2))
      await person.ok(updateNotificationSettings, { body: { digestHour: now } })
      slots.push([person.userId, date])
      if (now === 23) continue
      const late = await zoned.as()
      await late.ok(updateNotificationSettings, { body: { digestHour: now + 1 } })
    }
    await createMails(server.door)
    const { rows } = await admin.query<{ user_id: string; slot: string }>(
      'select user_id, slot from mails where tenant_id <> $1 order by user_id',
      [company.id],
    )
    expect(rows.map(({ user_id, slot }) => [user_id, slot])).toEqual(slots.toSorted())
  })

  test('on working days, and on days off if its reader wants that', async () => {
    await deadline('Royalty', 0)
    await by.ok(createHoliday, { body: { onDay: today, name: 'Ugadi' } })
    expect(await box.mails()).toEqual([])
    await setSettings({ freeDays: true })
    expect(await box.mails()).toHaveLength(1)
  })

  test('to nobody who has switched it off, before or after its row is created', async () => {
    await deadline('Royalty', 0)
    await setSettings({ digest: false })
    expect(await box.mails()).toEqual([])
    await setSettings({ digest: true })
    await createMails(server.door)
    await setSettings({ digest: false })
    expect(await box.send()).toEqual([])
  })

  test('once, also if several servers run at the same time', async () => {
    await deadline('Royalty', 0)
    const login = await migrate(server.admin ?? {}, testSecret)
    const doors = await Promise.all([1, 2].map(() => openDoor(login, 4)))
    try {
      await Promise.all([server.door, ...doors].flatMap((door) => [createMails(door), createMails(door)]))
      await Promise.all(
        [server.door, ...doors].flatMap((door) => [1, 2].map(() => mailDeadlines(door, box.mailer, box.linksAt()))),
      )
    } finally {
      for (const door of doors) await door.close()
    }
    expect(box.received()).toHaveLength(1)
  })
})
