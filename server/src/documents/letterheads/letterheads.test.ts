import { downloadRefundLetter } from '@plinth/api/deposits/refund-requests'
import {
  downloadLetterhead,
  getLetterhead,
  removeLetterhead,
  uploadLetterhead,
} from '@plinth/api/documents/letterheads'
import { downloadBankLetter } from '@plinth/api/guarantees/bank-letters'
import { filterAuditTrail } from '@plinth/api/platform/audit-trail'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { depositsAtOffice, newRequest, sendRequest } from '../../deposits/refund-requests/refund-requests.factory.ts'
import { newGuarantee } from '../../guarantees/instruments/instruments.factory.ts'
import { endPrinting } from '../../kernel/print/print.ts'
import { dayFromToday as day } from '../../kernel/testing/days.ts'
import { wordText } from '../../kernel/testing/letter-words.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { letterheadOf, newLetterhead } from './letterheads.factory.ts'

type Person = Client & { session: { accessToken: string } }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  endPrinting()
  await server.stop()
})

const inBody = 'word/document.xml before <w:sectPr>'
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
const ours = (text = 'GSTIN 29AAA · {company}') => letterheadOf('Ours.docx', { [inBody]: paragraph(text) })

const none = { fileName: null, size: null, updatedAt: null, updatedByName: null }

/** The bytes of a call's answer. */
async function bytesOf(by: Person, path: string, body?: object): Promise<Buffer> {
  const response = await fetch(server.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${by.session.accessToken}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(response.status, path).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** The texts of a company's Word letters now, one of each kind of letter. */
async function lettersOf(by: Person): Promise<string[]> {
  const { officeId, deposits } = await depositsAtOffice(by)
  const request = await newRequest(by, { officeId, deposits: deposits.map(({ id: depositId }) => ({ depositId })) })
  const path = `${downloadRefundLetter.path.replace(':id', request.id)}?format=docx`
  const drafted = await bytesOf(by, path)
  await sendRequest(by, request.id)
  const { id } = await newGuarantee(by, { expiresOn: day(20), claimUntil: null })
  const toBank = await bytesOf(by, downloadBankLetter.path.replace(':id', id), { format: 'docx' })
  return [drafted, await bytesOf(by, path), toBank].map((bytes) => wordText(bytes))
}

test('a company starts without a letterhead; an uploaded one is used for its Word letters until it is removed', async () => {
  const company = await newCompany(server)
  const by = await company.as()
  expect(await by.ok(getLetterhead, {})).toEqual(none)
  expect(await by.refused(downloadLetterhead, {})).toMatchObject({ status: 404 })
  const { size } = await newLetterhead(by, ours())
  expect(await by.ok(getLetterhead, {})).toMatchObject({
    fileName: 'Ours.docx',
    size,
    updatedByName: expect.any(String),
  })
  expect(await bytesOf(by, downloadLetterhead.path)).toHaveLength(size ?? 0)
  for (const text of await lettersOf(by)) {
    expect(text).toContain(`GSTIN 29AAA · ${company.name}`)
    // The letterhead has a header of its own.
    expect(text.split(company.name)).toHaveLength(3)
  }
  await newLetterhead(by, ours('Another'))
  for (const text of await lettersOf(by)) expect(text).toContain('Another')
  await by.ok(removeLetterhead, {})
  expect(await by.ok(getLetterhead, {})).toEqual(none)
  for (const text of await lettersOf(by)) expect(text).not.toContain('Another')
  expect(await by.refused(removeLetterhead, {})).toMatchObject({ status: 404 })
  await newLetterhead(by)
  expect(await by.ok(getLetterhead, {})).toMatchObject({ fileName: 'Letterhead.docx' })
})

test('a removed letterhead leaves no bytes behind, and the audit trail records only its file name', async () => {
  const company = await newCompany(server)
  const by = await company.as()
  await newLetterhead(by, ours())
  await newLetterhead(by, letterheadOf('New.docx'))
  await by.ok(removeLetterhead, {})
  const { rows } = await server.door.inTenant(company.id, null, (db) =>
    sql`select file_name, content from letterheads`.execute(db),
  )
  expect(rows).toEqual([{ file_name: null, content: null }])
  const { content } = await by.ok(filterAuditTrail, { body: { recordType: ['letterheads'] } })
  expect(content.map(({ action, changes }) => [action, changes])).toEqual([
    ['CHANGED', { file_name: ['New.docx', null], content: null }],
    ['CHANGED', { file_name: ['Ours.docx', 'New.docx'], content: null }],
    ['CREATED', { file_name: 'Ours.docx' }],
  ])
})

test('an uploaded letterhead is stored under a valid file name', async () => {
  const by = await (await newCompany(server)).as()
  expect((await newLetterhead(by, letterheadOf('../../etc/Our\u202Epaper.docx'))).fileName).toBe('Ourpaper.docx')
})

test.each<[string, number, string, File]>([
  ['no Word file', 400, 'This is no Word document (.docx).', new File(['Dear Sir'], 'a.docx')],
  ['nothing', 400, 'This is no Word document (.docx).', new File([''], 'a.docx')],
  [
    'a file with a password',
    400,
    'This is an old Word file or one with a password. Save it as .docx, without a password.',
    new File([Buffer.from('d0cf11e0a1b11ae1', 'hex')], 'a.doc'),
  ],
  ['more than 2 MB', 413, 'The letterhead must be at most 2 MB.', new File([Buffer.alloc(2_200_000, 'x')], 'a.docx')],
  [
    'no place for the letter',
    400,
    'The letterhead has to have {letter} once, in a paragraph of its own: there the letter is put.',
    letterheadOf('a.docx', {
      'word/document.xml': '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>',
    }),
  ],
  [
    'two places for it',
    400,
    'The letterhead has to have {letter} once, in a paragraph of its own: there the letter is put.',
    letterheadOf('a.docx', { [inBody]: paragraph('{letter}') }),
  ],
  [
    'a name that a letter has not',
    400,
    'The letterhead names {amount}, which is none of {letter}, {company}, {referenceNo}, {day}, {subject}.',
    letterheadOf('a.docx', { [inBody]: paragraph('{amount}') }),
  ],
])('%s is refused as a letterhead with a sentence, and the previous one stays', async (_, status, message, file) => {
  const by = await (await newCompany(server)).as()
  await newLetterhead(by)
  expect(await by.refused(uploadLetterhead, { body: file })).toMatchObject({ status, message })
  expect(await by.ok(getLetterhead, {})).toMatchObject({ fileName: 'Letterhead.docx' })
})

test("a letterhead is visible to the company's users who may view contracts, and changed by those who may edit them", async () => {
  const company = await newCompany(server)
  const owner = await company.as()
  await newLetterhead(owner)
  expect(await (await (await newCompany(server)).as()).ok(getLetterhead, {})).toEqual(none)
  const reader = await company.as({ Contracts: ['canView', 'canCreate'] })
  expect(await reader.ok(getLetterhead, {})).toMatchObject({ fileName: 'Letterhead.docx' })
  expect(await reader.refused(uploadLetterhead, { body: letterheadOf() })).toMatchObject({ status: 403 })
  expect(await reader.refused(removeLetterhead, {})).toMatchObject({ status: 403 })
  const editor = await company.as({ Contracts: ['canEdit'] })
  await editor.ok(uploadLetterhead, { body: letterheadOf('Theirs.docx') })
  expect(await editor.refused(getLetterhead, {})).toMatchObject({ status: 403 })
  const outsider = await company.as({ Projects: ['canView', 'canEdit'] })
  expect(await outsider.refused(getLetterhead, {})).toMatchObject({ status: 403 })
})
