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

/** Over a database of its own: whoever mails here mails whatever is due. */
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
/** What administrators are told from now on, without the company's name. */
const subjects = async () =>
  (await box.letters(publicUrl)).map(({ to, subject }) => [to, subject.replace(`${company.name}: `, '')])

describe('a link', () => {
  test('is mailed to the person alone, and is in no answer', async () => {
    const { userId, email } = await person()
    expect(await linkFor(userId, owner)).toEqual({ mailedTo: email, handOut: null })
    const sent = await box.letters(publicUrl)
    expect(sent.map(({ to }) => to)).toEqual([email])
    expect((await use(secretIn(sent[0]?.text))).status).toBe(200)
    // Whoever made it is of the same company: the trail tells, and no letter.
    expect(await box.letters(publicUrl)).toEqual([])
  })

  test('is handed out where the person has no e-mail', async () => {
    const { id } = await owner.ok(createUser, {
      body: userBody({ email: null, mobileNo: newMobileNo() }),
    })
    expect(await linkFor(id, owner)).toEqual({ mailedTo: null, handOut: expect.stringContaining('/reset#') })
  })

  test('that an operator makes is told to every administrator, and so is its use', async () => {
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
    const used = 'A password was chosen by a link'
    expect((await subjects()).toSorted()).toEqual(
      [
        [owner.email, used],
        [second.email, used],
      ].toSorted(),
    )
  })

  test('waits for an address to lead to, is mailed in time or never, and the older of two not at all', async () => {
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

  test('is nowhere in the database', async () => {
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
  test('are told of whoever an operator enters, gives a role, widens it for or lets try again', async () => {
    const made = await operator.ok(createUser, { body: userBody({ tenantId: company.id }) })
    const entered = 'Somebody was entered by an operator'
    expect(await subjects()).toEqual([[owner.email, entered]])
    const role = await operator.ok(createRole, { body: { name: newId(), tenantId: company.id } })
    const modules = await operator.ok(listModules, {})
    const moduleId = modules.find(({ name }) => name === 'Contracts')?.id ?? ''
    const flags = { canCreate: false, canView: true, canEdit: false, canDelete: false, canReport: false }
    await operator.ok(setRolePermissions, { params: { roleId: role.id }, body: [{ moduleId, ...flags }] })
    expect(await subjects()).toEqual([[owner.email, 'A role was given more permissions by an operator']])
    await operator.ok(createRoleMapping, { body: { userId: made.id, roleId: role.id } })
    expect(await subjects()).toEqual([[owner.email, 'A role was given by an operator']])
    await admin.query(`insert into login_attempts values ($1, 11, now() + interval '15 minutes')`, [`user ${made.id}`])
    await operator.ok(unlockUser, { params: { id: made.id } })
    const letIn = 'Somebody was let in again by an operator'
    expect(await subjects()).toEqual([[owner.email, letIn]])
    await owner.ok(updateUser, editOf(made.id, { email: made.email, isActive: false }))
    await operator.ok(updateUser, editOf(made.id, { email: made.email, isActive: true }))
    expect(await subjects()).toEqual([[owner.email, letIn]])
  })

  test('are told nothing of what their own do', async () => {
    const { id } = await owner.ok(createUser, { body: userBody() })
    const role = await owner.ok(createRole, { body: { name: newId() } })
    await owner.ok(createRoleMapping, { body: { userId: id, roleId: role.id } })
    expect(await subjects()).toEqual([])
  })

  test('are told in the language that they have chosen', async () => {
    await owner.ok(setLanguage, { body: { language: 'hi' } })
    await operator.ok(createUser, { body: userBody({ tenantId: company.id }) })
    expect(await subjects()).toEqual([[owner.email, 'एक ऑपरेटर ने किसी को जोड़ा']])
  })
})

test('every letter has words of its own in both languages, and names company and person', () => {
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

test('no letter has a line or a mark of direction that company or person put into it by their names', () => {
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
