import { setLanguage } from '@plinth/api/access/auth'
import { listModules } from '@plinth/api/access/modules'
import { changePasswordByLink, createPasswordLink } from '@plinth/api/access/password-links'
import { createRoleMapping } from '@plinth/api/access/role-mappings'
import { createRole, setRolePermissions } from '@plinth/api/access/roles'
import { createUser, unlockUser, updateUser } from '@plinth/api/access/users'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import { newMobileNo } from '../../kernel/testing/unique.ts'
import {
  type Client,
  type Company,
  newCompany,
  operatorCompany,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { userBody } from '../users/users.factory.ts'
import { letterKinds, wordsOf } from './letters.rules.ts'
import { editOf, letterBox } from './password-links.factory.ts'

/** Uses a database of its own, because mailing sends every letter that is due in the database. */
let server: TestServer
let box: Awaited<ReturnType<typeof letterBox>>
let admin: Awaited<ReturnType<typeof adminClient>>
let operator: Client
let company: Company
let owner: Awaited<ReturnType<Company['as']>>

beforeAll(async () => {
  server = await startTestServer({ alone: true, mailsLinks: true })
  if (!server.admin) throw new Error('no database of its own')
  admin = await adminClient(server.admin)
  box = await letterBox(server.door)
  operator = await (await operatorCompany(server)).as()
})
beforeEach(async () => {
  company = await newCompany(server)
  owner = await company.as()
})
afterAll(async () => {
  await box.stop()
  await admin.end()
  await server.stop()
})

const publicUrl = 'https://plinth.example'
const person = () => company.person({ Contracts: ['canView'] })
const linkFor = (userId: string, by: Client = operator) => by.ok(createPasswordLink, { params: { id: userId } })
const secretIn = (text = '') => /https:\/\/plinth\.example\/reset#(\S+)/.exec(text)?.[1] ?? ''
const use = (link: string) =>
  server.stranger.sendCall(changePasswordByLink, { body: { link, newPassword: 'the tide is out today' } })
/** The subjects mailed to administrators since the last call, without the company's name. */
const subjects = async () =>
  (await box.letters(publicUrl)).map(({ to, subject }) => [to, subject.replace(`${company.name}: `, '')])

describe('a password link', () => {
  test('is mailed to the person only, and is in no response', async () => {
    const { userId, email } = await person()
    expect(await linkFor(userId, owner)).toEqual({ mailedTo: email, handOut: null })
    const sent = await box.letters(publicUrl)
    expect(sent.map(({ to }) => to)).toEqual([email])
    expect((await use(secretIn(sent[0]?.text))).status).toBe(200)
    // The person who made the link is in the same company, so the audit trail records it and no letter is sent.
    expect(await box.letters(publicUrl)).toEqual([])
  })

  test('is handed out when the person has no e-mail address', async () => {
    const { id } = await owner.ok(createUser, {
      body: userBody({ email: null, mobileNo: newMobileNo() }),
    })
    expect(await linkFor(id, owner)).toEqual({ mailedTo: null, handOut: expect.stringContaining('/reset#') })
  })

  test('made by an operator is reported to every administrator, and so is its use', async () => {
    const { userId, email } = await person()
    const second = await company.as()
    await linkFor(userId)
    const sent = await box.letters(publicUrl)
    expect(sent.map(({ to }) => to).toSorted()).toEqual([owner.email, second.email, email].toSorted())
    const [letter] = sent.filter(({ to }) => to === owner.email)
    expect(letter?.subject).toBe(`${company.name}: A link to choose a password was made`)
    const secret = secretIn(sent.find(({ to }) => to === email)?.text)
    expect(secret).not.toBe('')
    expect(letter?.text).not.toContain(secret)
    await use(secret)
    const usedSubject = 'A password was chosen by a link'
    expect((await subjects()).toSorted()).toEqual(
      [
        [owner.email, usedSubject],
        [second.email, usedSubject],
      ].toSorted(),
    )
  })

  test('is mailed once a public address is configured, only within its lifetime, and only the newest of two', async () => {
    const { userId, email } = await person()
    await linkFor(userId, owner)
    expect(await box.letters()).toEqual([])
    await admin.query('update sign_in_letters set next_attempt_at = now() where mailed_at is null')
    await linkFor(userId, owner)
    const sent = await box.letters(publicUrl)
    expect(sent.map(({ to }) => to)).toEqual([email])
    expect((await use(secretIn(sent[0]?.text))).status).toBe(200)
    await linkFor(userId, owner)
    await admin.query(`update sign_in_letters set created_at = now() - interval '25 hours' where mailed_at is null`)
    expect(await box.letters(publicUrl)).toEqual([])
  })

  test('is not stored in the database', async () => {
    const { userId } = await person()
    await linkFor(userId, owner)
    const { rows } = await admin.query(
      'select l::text as letter from sign_in_letters l union all select p::text from password_links p',
    )
    const [sent] = await box.letters(publicUrl)
    const mac = secretIn(sent?.text).split('.')[2] ?? ''
    expect(mac.length).toBeGreaterThan(40)
    expect(rows.filter(({ letter }) => letter.includes(mac))).toEqual([])
  })
})

describe('administrators', () => {
  test('get a letter when an operator creates a person, gives a role, widens it or unlocks a person', async () => {
    const created = await operator.ok(createUser, { body: userBody({ tenantId: company.id }) })
    const createdSubject = 'Somebody was entered by an operator'
    expect(await subjects()).toEqual([[owner.email, createdSubject]])
    const role = await operator.ok(createRole, { body: { name: newId(), tenantId: company.id } })
    const modules = await operator.ok(listModules, {})
    const moduleId = modules.find(({ name }) => name === 'Contracts')?.id ?? ''
    const flags = { canCreate: false, canView: true, canEdit: false, canDelete: false, canReport: false }
    await operator.ok(setRolePermissions, { params: { roleId: role.id }, body: [{ moduleId, ...flags }] })
    expect(await subjects()).toEqual([[owner.email, 'A role was given more permissions by an operator']])
    await operator.ok(createRoleMapping, { body: { userId: created.id, roleId: role.id } })
    expect(await subjects()).toEqual([[owner.email, 'A role was given by an operator']])
    await admin.query(`insert into login_attempts values ($1, 11, now() + interval '15 minutes')`, [
      `user ${created.id}`,
    ])
    await operator.ok(unlockUser, { params: { id: created.id } })
    const unlockedSubject = 'Somebody was let in again by an operator'
    expect(await subjects()).toEqual([[owner.email, unlockedSubject]])
    await owner.ok(updateUser, editOf(created.id, { email: created.email, isActive: false }))
    await operator.ok(updateUser, editOf(created.id, { email: created.email, isActive: true }))
    expect(await subjects()).toEqual([[owner.email, unlockedSubject]])
  })

  test('get no letter about what their own people do', async () => {
    const { id } = await owner.ok(createUser, { body: userBody() })
    const role = await owner.ok(createRole, { body: { name: newId() } })
    await owner.ok(createRoleMapping, { body: { userId: id, roleId: role.id } })
    expect(await subjects()).toEqual([])
  })

  test('get letters in the language they chose', async () => {
    await owner.ok(setLanguage, { body: { language: 'hi' } })
    await operator.ok(createUser, { body: userBody({ tenantId: company.id }) })
    expect(await subjects()).toEqual([[owner.email, 'एक ऑपरेटर ने किसी को जोड़ा']])
  })
})

test('every letter has its own text in both languages, and names company and person', () => {
  const occasion = { company: 'Deccan Roads', about: 'Meera', link: 'https://plinth.example/reset#x' }
  const all = letterKinds.flatMap((kind) => ['en', 'hi'].map((language) => wordsOf(kind, { ...occasion, language })))
  expect(new Set(all.map(({ subject }) => subject)).size).toBe(2 * letterKinds.length)
  for (const { subject, text } of all) {
    expect(subject).toContain('Deccan Roads')
    expect(text).toContain('Deccan Roads')
    expect(text).toContain('Meera')
  }
  expect(all.filter(({ text }) => text.includes('/reset#')).length).toBe(2)
})

test('no letter contains a line break or direction mark from the name of a company or person', () => {
  const occasion = {
    company: 'Deccan\u202e\r\nRoads',
    about: '\u2067Me\u200fera\n',
    link: 'https://plinth.example/reset#x',
  }
  for (const { subject, text } of letterKinds.map((kind) => wordsOf(kind, { ...occasion, language: 'en' }))) {
    expect(subject).toMatch(/^Deccan Roads: /)
    expect(text).toContain('Deccan Roads')
    expect(text).toContain('Meera')
    expect(`${subject}${text}`).not.toMatch(/[\r\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
  }
})
