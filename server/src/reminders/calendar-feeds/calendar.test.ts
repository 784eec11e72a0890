import { setLanguage } from '@plinth/api/access/auth'
import { updateCompanySettings } from '@plinth/api/platform/company-settings'
import { setDeadlineMark } from '@plinth/api/reminders/deadlines'
import { updateContract } from '@plinth/api/tenders/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { newExemption } from '../../deposits/deposit-exemptions/deposit-exemptions.factory.ts'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { newFacility } from '../../guarantees/bank-facilities/bank-facilities.factory.ts'
import { newPlan } from '../../guarantees/bg-plans/bg-plans.factory.ts'
import { newGuarantee } from '../../guarantees/instruments/instruments.factory.ts'
import { adminClient } from '../../kernel/testing/databases.ts'
import { bankDayFromToday as bankDay, dayFromToday as day } from '../../kernel/testing/days.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newGeneralTask } from '../../works/general-tasks/general-tasks.factory.ts'
import { newProject } from '../../works/projects/projects.factory.ts'
import { newTask } from '../../works/tasks/tasks.factory.ts'
import { markBody } from '../deadlines/deadlines.factory.ts'
import { newHoliday } from '../holidays/holidays.factory.ts'
import { type NewFeed, newFeed } from './calendar-feeds.factory.ts'
import { calendarIn, eventsIn, fetchCalendar } from './calendar-texts.factory.ts'

/** The content of calendars, read with a parser of iCalendar. */

let server: TestServer
let company: Company
let owner: Client & { userId: string }
let admin: Awaited<ReturnType<typeof adminClient>>

beforeAll(async () => {
  server = await startTestServer({ trustProxy: 'loopback' })
  admin = await adminClient(inject('admin'))
})
beforeEach(async () => {
  company = await newCompany(server)
  owner = await company.as()
  // Every day is a working day.
  await owner.ok(updateCompanySettings, { body: { weeklyOff: [], saturdaysOff: [] } })
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

async function textOf(feed: NewFeed): Promise<string> {
  const reply = await fetchCalendar(server, feed)
  expect(reply.status).toBe(200)
  return reply.text
}
const eventsOf = async (feed: NewFeed) => eventsIn(await textOf(feed))
const titlesOf = async (feed: NewFeed) => (await eventsOf(feed)).map(({ title }) => title)

const inCompany = (statement: ReturnType<typeof sql>, { id } = company) =>
  server.door.inTenant(id, null, (db) => statement.execute(db))

describe('a calendar', () => {
  test.each(['Asia/Kolkata', 'America/Los_Angeles', 'Pacific/Auckland'])(
    'of a company in %s has each deadline as an all-day event of exactly its day [deposits 11.22]',
    async (zone) => {
      await inCompany(sql`update tenants set time_zone = ${zone} where id = ${company.id}`)
      const closing = [day(2), day(3), day(200)]
      for (const closingDate of closing) await newContract(owner, { closingDate })
      const events = await eventsOf(await newFeed(owner))
      expect(events.map(({ start }) => start)).toEqual(closing)
      expect(events.map(({ end }) => end)).toEqual([day(3), day(4), day(201)])
      for (const { raw } of events) {
        expect(raw.getFirstProperty('dtstart')?.type).toBe('date')
        expect(raw.getFirstProperty('dtend')?.type).toBe('date')
      }
    },
  )

  test('states its refresh interval, and the id, last change and link of each deadline', async () => {
    const contract = await newContract(owner, { closingDate: day(5), bidId: 'NIT 12/2026' })
    const text = await textOf(await newFeed(owner, { name: 'Office; desk, left' }))
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT6H\r\n')
    expect(text).toContain('X-PUBLISHED-TTL:PT6H\r\n')
    expect(calendarIn(text).getFirstPropertyValue('x-wr-calname')).toBe('Office\\; desk\\, left')
    const [event] = eventsIn(text)
    expect(event).toMatchObject({
      uid: `TENDER_CLOSES.${contract.id}.${day(5)}@127.0.0.1`,
      title: 'Hand in the bid: NIT 12/2026',
      url: `${server.url}/contracts/${contract.id}`,
    })
    expect(event?.raw.getFirstPropertyValue('transp')).toBe('TRANSPARENT')
    expect(event?.raw.getFirstPropertyValue('last-modified')?.toString()).toBe(`${contract.updatedAt.slice(0, 19)}Z`)
    expect(text).not.toContain('VALARM')
  })

  test('keeps titles as they were entered, in lines of at most 75 bytes [deposits 11.22]', async () => {
    const titles = [
      'Road, bridge; culvert \\ and: "all"',
      'First line\nsecond line\n\nlast',
      'निविदा का काम बहुत लंबा है और इसकी पंक्तियाँ मोड़ी जाती हैं, हर पचहत्तर बाइट पर',
      '🚧👷🏽‍♀️ '.repeat(12).trim(),
      'x'.repeat(74),
      `${'क'.repeat(30)} BEGIN:VEVENT END:VCALENDAR`,
    ]
    for (const [place, contractName] of titles.entries())
      await newContract(owner, { contractName, bidId: `B${place}`, closingDate: day(place + 1) })
    const text = await textOf(await newFeed(owner, { detail: 'FULL' }))
    expect(eventsIn(text).map(({ title }) => title)).toEqual(
      titles.map((title, place) => `Hand in the bid: ${title} (B${place})`),
    )
    const lines = text.split('\r\n')
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
    expect(lines.filter((line) => /[\r\n]/.test(line))).toEqual([])
  })

  test('turns carriage returns into line breaks and leaves out control characters', async () => {
    await newContract(owner, {
      contractName: 'One\r\ntwo\rURL:https://elsewhere.example\u0007 three',
      bidId: 'B1',
      closingDate: day(1),
    })
    const [event] = await eventsOf(await newFeed(owner, { detail: 'FULL' }))
    expect(event?.title).toBe('Hand in the bid: One\ntwo\nURL:https://elsewhere.example three (B1)')
    expect(event?.url).toContain(server.url)
  })

  test('has a deadline on the working day before or after, and states its own day', async () => {
    await newHoliday(owner, { onDay: day(20) })
    await newContract(owner, { closingDate: day(20), bidId: 'B1' })
    const [event] = await eventsOf(await newFeed(owner))
    expect(event?.start).toBe(day(19))
    expect(event?.text).toMatch(/^Due on \d\d \w{3} \d{4}$/)
    expect(event?.uid).toContain(`.${day(20)}@`)
  })

  test('is in the language of its owner', async () => {
    await newContract(owner, { closingDate: day(5), bidId: 'B1' })
    const feed = await newFeed(owner)
    await owner.ok(setLanguage, { body: { language: 'hi' } })
    expect(await titlesOf(feed)).toEqual(['बोली जमा करें: B1'])
  })
})

describe('the deadlines of a calendar', () => {
  test('are those from 30 days ago until 400 days ahead, without waived ones', async () => {
    for (const days of [-31, -30, 0, 400, 401]) await newContract(owner, { closingDate: day(days), bidId: `B${days}` })
    const { id } = await newContract(owner, { closingDate: day(7), bidId: 'Waived' })
    await owner.ok(setDeadlineMark, { body: markBody(id, { dueOn: day(7) }) })
    expect(await titlesOf(await newFeed(owner))).toEqual(['B-30', 'B0', 'B400'].map((bid) => `Hand in the bid: ${bid}`))
  })

  test('are selected by the day by which to act, also when that is many days before the due day', async () => {
    // The company is closed for the last days of the span, so the deadline must be met before them.
    for (let days = 395; days < 410; days += 1) await newHoliday(owner, { onDay: day(days) })
    await newContract(owner, { closingDate: day(409), bidId: 'B1' })
    expect((await eventsOf(await newFeed(owner))).map(({ start }) => start)).toEqual([day(394)])
  })

  test('are the owner’s own or everybody’s, of the chosen kinds', async () => {
    const colleague = await company.as()
    await newContract(owner, { closingDate: day(5), bidId: 'Ours' })
    await newContract(colleague, { closingDate: day(6), bidId: 'Theirs' })
    await newGeneralTask(owner, { title: 'Pay', dueOn: day(7), assigneeId: owner.userId })
    const kinds = ['TENDER_CLOSES'] as const
    expect(await titlesOf(await newFeed(owner, { scope: 'MINE', kinds: [...kinds] }))).toEqual([
      'Hand in the bid: Ours',
    ])
    expect(await titlesOf(await newFeed(owner, { kinds: [...kinds] }))).toEqual([
      'Hand in the bid: Ours',
      'Hand in the bid: Theirs',
    ])
    expect(await titlesOf(await newFeed(owner, { scope: 'MINE' }))).toEqual([
      'Hand in the bid: Ours',
      'General task is due',
    ])
  })

  test('are those of modules that its owner may view when it is read, without data of other modules', async () => {
    const { id: contractId } = await newContract(owner, { closingDate: day(5), bidId: 'B1', contractName: 'Dam' })
    const { id: facilityId } = await newFacility(owner, { reviewOn: bankDay(6), limitAmount: 77_000 })
    await newPlan(owner, { contractId, facilityId }, { neededOn: bankDay(7), untilOn: day(99), amount: 88_000 })
    const cashier = await company.as({ Payments: ['canView'] })
    const clerk = await company.as({ Contracts: ['canView'] })
    const feeds = {
      cashier: await newFeed(cashier, { detail: 'FULL' }),
      clerk: await newFeed(clerk, { detail: 'FULL' }),
    }
    const seen = await textOf(feeds.cashier)
    expect(eventsIn(seen).map(({ start }) => start)).toEqual([bankDay(6), bankDay(7)])
    expect(seen).not.toMatch(/B1|Dam/)
    const other = await textOf(feeds.clerk)
    expect(eventsIn(other).map(({ start }) => start)).toEqual([day(5)])
    expect(other).not.toMatch(/77,000|88,000/)
    await inCompany(sql`delete from user_roles where user_id = ${cashier.userId}`)
    expect(eventsIn(await textOf(feeds.cashier))).toEqual([])
  })

  test('are the earliest two thousand at most', async () => {
    await inCompany(sql`insert into contracts (contract_name, bid_id, status, closing_date)
      select 'Road ' || n, 'N' || n, 'DRAFT', app.today() + n % 300 from generate_series(1, 2300) n`)
    const starts = (await eventsOf(await newFeed(owner))).map(({ start }) => start)
    expect(starts).toHaveLength(2_000)
    expect(starts).toEqual(starts.toSorted())
    expect(starts.at(-1)).toBe(day(257))
  })
})

describe('a calendar with dates only', () => {
  // Entered as every name and amount of the records.
  const name = 'Zanskar'
  const amount = 4_24_242

  async function deadlineOfEachRecord() {
    const { id: contractId } = await newContract(owner, {
      contractName: name,
      bidId: '',
      closingDate: day(1),
      tenderBidValue: amount,
    })
    const deposit = { status: 'SUBMITTED', releaseBasis: 'FIXED', fixedDueOn: day(2), amount } as const
    await newDeposit(owner, contractId, { ...deposit, depositType: name })
    const names = { issuer: name, branch: name, favouring: name }
    await newGuarantee(owner, { ...names, amount, expiresOn: bankDay(3), claimUntil: day(190) })
    const bank = { bank: name, name, branch: name, limitAmount: amount }
    const { id: facilityId } = await newFacility(owner, { ...bank, reviewOn: bankDay(4) })
    await newPlan(owner, { contractId, facilityId }, { neededOn: bankDay(5), untilOn: day(99), amount })
    const project = await newProject(owner, { projectName: name, status: 'IN_PROGRESS', givenEndDate: day(6) })
    await newTask(owner, project.id, { title: name, givenEndDate: day(7) })
    await newGeneralTask(owner, { title: name, dueOn: day(8) })
    await newExemption(owner, contractId, { validUntil: day(9), amount, comment: name, certificateNo: 'NSIC 4171' })
  }

  test('has no names, amounts or owners, for any kind of deadline', async () => {
    await deadlineOfEachRecord()
    await inCompany(sql`update users set username = ${name}`)
    const bare = await textOf(await newFeed(owner))
    const days = new Set(eventsIn(bare).map(({ start }) => start))
    const due = [...[1, 2, 6, 7, 8, 9].map(day), ...[3, 4, 5].map(bankDay)]
    expect(due.filter((each) => !days.has(each))).toEqual([])
    const unfolded = bare.replaceAll('\r\n ', '')
    expect(unfolded).not.toContain(name)
    expect(unfolded.replaceAll(/(?:UID|URL).*/g, '')).not.toMatch(/₹|424242/)
    const whole = (await textOf(await newFeed(owner, { detail: 'FULL' }))).replaceAll('\r\n ', '')
    expect(whole.split(name).length).toBeGreaterThan(16)
    expect(whole).toContain('Amount: ₹4\\,24\\,242.00')
    expect(whole).toContain(`Owner: ${name}`)
  })
})

describe('a repeated read of a calendar', () => {
  test('answers 304 if nothing has changed, and the whole calendar after a change', async () => {
    const contract = await newContract(owner, { closingDate: day(5) })
    const feed = await newFeed(owner)
    const first = await fetchCalendar(server, feed)
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]{43}"$/)
    const known = { 'if-none-match': tag }
    const again = await fetchCalendar(server, feed, known)
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag])
    await owner.ok(updateContract, { params: { id: contract.id }, body: { closingDate: day(6) } })
    const later = await fetchCalendar(server, feed, known)
    expect(later.status).toBe(200)
    expect(later.headers.get('etag')).not.toBe(tag)
  })

  test('reports a change when a holiday moves the day by which to act', async () => {
    const { id } = await newContract(owner, { closingDate: day(5) })
    const feed = await newFeed(owner)
    await admin.query('begin')
    await admin.query("set local session_replication_role = 'replica'")
    await admin.query("update contracts set updated_at = '2026-01-01' where id = $1", [id])
    await admin.query("update company_settings set updated_at = '2026-01-01' where tenant_id = $1", [company.id])
    await admin.query('commit')
    const startAndChange = async () => {
      const [event] = await eventsOf(feed)
      return [event?.start, event?.raw.getFirstPropertyValue('last-modified')?.toString()]
    }
    expect(await startAndChange()).toEqual([day(5), '2026-01-01T00:00:00Z'])
    const { updatedAt } = await newHoliday(owner, { onDay: day(5) })
    expect(await startAndChange()).toEqual([day(4), `${updatedAt.slice(0, 19)}Z`])
  })

  test('stores when the feed was read, without counting as an edit', async () => {
    const feed = await newFeed(owner)
    expect(feed.lastReadAt).toBeNull()
    await fetchCalendar(server, feed)
    const { rows } = await server.door.inTenant(company.id, null, (db) =>
      sql<{ read: boolean; same: boolean }>`select last_read_at > now() - interval '1 minute' as read,
        updated_at = created_at as same from calendar_feeds where id = ${feed.id}`.execute(db),
    )
    expect(rows).toEqual([{ read: true, same: true }])
  })
})
