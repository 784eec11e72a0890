import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { grantRole } from '../../access/roles/roles.queries.ts'
import { foundTenant, isSubdomainTaken, sampleCompany } from '../../access/tenants/tenants.queries.ts'
import { insertUser } from '../../access/users/users.queries.ts'
import { addSampleRequests } from '../../deposits/refund-requests/refund-requests.sample.ts'
import { addSampleDocuments } from '../../documents/documents/documents.sample.ts'
import { actAs, type Db, type Door } from '../../kernel/db/tenancy.ts'
import type { Storage } from '../../kernel/files/storage.ts'
import { ownSecret } from '../../kernel/secrets/own-secrets.ts'
import { addSampleFeed } from '../../reminders/calendar-feeds/calendar-feeds.sample.ts'
import { countedFrom, type Furnished } from '../../sample-values.ts'
import { addRecords } from './sample-records.ts'

const sampleTenantName = 'Demo Infra'
const sampleSubdomain = 'demo-infra'
const passwordFile = 'sample-password'

const people = [
  { username: 'Asha Rao', account: 'owner', designation: 'Owner', role: 'Administrator' },
  { username: 'Vikram Shetty', account: 'tenders', designation: 'Tender executive', role: 'Tender executive' },
  { username: 'Meera Iyer', account: 'accounts', designation: 'Accountant', role: 'Accounts' },
  { username: 'Imran Khan', account: 'site', designation: 'Site engineer', role: 'Site engineer' },
].map(({ account, ...person }, at) => ({
  ...person,
  email: `${account}@demo.example`,
  mobileNo: `+91980000000${at + 1}`,
}))

export interface SampleCompany {
  tenantName: string
  password: string
  people: readonly { email: string; designation: string }[]
}

/**
 * Makes the sample company once, through the functions that real records are made by: 60 contracts in every status,
 * deposits in every status, refund letters, 6 projects, 400 tasks on five levels, 12 general tasks, some notes, a few
 * documents. It is the same every time, except for ids, moments and the day from which its days count: the company's
 * own day unless `today` is given. Returns undefined once the sample was erased to start one's own company; it is then
 * not made again.
 */
export async function ensureSample(
  door: Door,
  storage: Storage,
  dataDir: string,
  today?: string,
): Promise<SampleCompany | undefined> {
  const { isMade, isErased } = await door.anonymous(sampleCompany)
  if (isErased) {
    await rm(join(dataDir, passwordFile), { force: true })
    return undefined
  }
  const company = { tenantName: sampleTenantName, password: ownSecret(dataDir, passwordFile, 9), people }
  // A renamed, suspended or deleted sample still counts as made. Samples from before the mark are recognised by their
  // subdomain.
  if (isMade || (await door.anonymous((db) => isSubdomainTaken(db, sampleSubdomain)))) return company
  const sample = await makeSample(door, company.password, today)
  await addSampleDocuments(door, storage, sample)
  await addSampleRequests(door, storage, sample)
  return company
}

async function companyDay(db: Db): Promise<string> {
  const rows = await sql<{ day: string }>`
    select to_char(now() at time zone app.time_zone(), 'YYYY-MM-DD') as day`.execute(db)
  return rows.rows[0]?.day ?? ''
}

/** Makes the sample in one transaction, so that an interrupted start leaves no half of a company. */
async function makeSample(door: Door, password: string, today?: string): Promise<Furnished> {
  const id = randomUUID()
  return door.inTenant(id, null, async (db) => {
    const roles = await foundTenant(db, {
      id,
      name: sampleTenantName,
      subdomain: sampleSubdomain,
      kind: 'CUSTOMER',
      isSample: true,
      contactEmail: people[0]?.email ?? null,
    })
    const userIds: string[] = []
    for (const { role, ...person } of people) {
      const userId = await insertUser(db, { ...person, password })
      await grantRole(db, userId, roles.get(role) ?? '')
      userIds.push(userId)
    }
    const [owner = '', tenders = '', accounts = '', site = ''] = userIds
    await actAs(db, owner)
    const dayAt = countedFrom(today ?? (await companyDay(db)))
    const contractId = await addRecords(db, { owner, tenders, accounts, site }, dayAt)
    // Its users gave each other work long ago: these events are no news.
    await sql`delete from happenings where tenant_id = app.tenant_id()`.execute(db)
    await addSampleFeed(db, { tenantId: id, userId: owner })
    return { tenantId: id, owner, accounts, contractId, dayAt }
  })
}
