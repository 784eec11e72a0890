import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listDeposits } from '@plinth/api/deposits/deposits'
import {
  cancelRefundRequest,
  checkRefundRequest,
  createRefundRequest,
  downloadRefundLetter,
  getRefundRequest,
  type RefundRequest,
  sendRefundRequest,
  updateRefundRequest,
} from '@plinth/api/deposits/refund-requests'
import { deleteDocument, getDocument, listRecordDocuments } from '@plinth/api/documents/documents'
import { createLetterTemplate } from '@plinth/api/documents/letter-templates'
import type { LetterContent } from '@plinth/api/kernel/letter'
import { updateContractTerms } from '@plinth/api/tenders/contract-terms'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { templateBody } from '../../documents/letter-templates/letter-templates.factory.ts'
import { newNote } from '../../documents/notes/notes.factory.ts'
import type { Storage } from '../../kernel/files/storage.ts'
import { diskStorage } from '../../kernel/files/storage-disk.ts'
import { endPrinting } from '../../kernel/print/print.ts'
import { dayFromToday } from '../../kernel/testing/days.ts'
import { printed, signsIn, wordsOfLetter, wordText } from '../../kernel/testing/letter-words.ts'
import { wordsIn } from '../../kernel/testing/pdf-text.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newOffice } from '../../tenders/offices/offices.factory.ts'
import { type Client, type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newDeposit } from '../deposits/deposits.factory.ts'
import { depositsAtOffice, newRequest, sendBody, sendRequest } from './refund-requests.factory.ts'

let folder: string
/** A call to make once while the next letter is stored, and the id of the last stored document. */
let callWhileStoring: (() => Promise<unknown>) | undefined
let lastStoredId: string
let server: TestServer
let company: Company
let owner: Client & { session: { accessToken: string }; userId: string }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-letters-'))
  const store = diskStorage(folder)
  const storage: Storage = {
    ...store,
    keep: async (key, file) => {
      lastStoredId = key.split('/').at(-1) ?? ''
      const [during] = [callWhileStoring, (callWhileStoring = undefined)]
      await during?.()
      await store.keep(key, file)
    },
  }
  server = await startTestServer({ storage })
  company = await newCompany(server)
  owner = await company.as()
})
afterAll(async () => {
  endPrinting()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The body of the answer of a path. */
async function bytesOf(path: string): Promise<Buffer> {
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${owner.session.accessToken}` } })
  expect(response.status, path).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}
const letterFile = (id: string, format: string) =>
  bytesOf(`${downloadRefundLetter.path.replace(':id', id)}?format=${format}`)

const documentsOf = (entityId: string) =>
  owner.ok(listRecordDocuments, { params: { tenantId: company.id, entityType: 'REFUND_REQUEST', entityId }, query: {} })

const previewOf = async (request: RefundRequest): Promise<LetterContent> => {
  const { officeId, language, subject, body, enclosures, letterOn, toParent, deposits } = request
  const items = deposits.map(({ depositId, amount }) => ({ depositId, amount }))
  const draft = { officeId, language, subject, body, enclosures, letterOn, toParent, deposits: items }
  const { letter } = await owner.ok(checkRefundRequest, { body: { ...draft, requestId: request.id } })
  return letter
}

let offices = 0
/** Two deposits of one office, with names in English and Hindi. */
async function twoDeposits() {
  const { id: officeId } = await newOffice(owner, {
    department: 'लोक निर्माण विभाग',
    name: `Division ${(offices += 1)}, Hassan`,
    designation: 'Executive Engineer',
    address: 'B.M. Road,\nHassan 573201',
  })
  const works = [
    { contractName: 'Widening of Arsikere–Banavara road', bidId: `KPWD/2026/RD/${offices}`, referenceNo: 'NIT 14' },
    { contractName: 'हासन में पुल का निर्माण', bidId: null, referenceNo: null },
  ]
  const deposits = []
  for (const [at, work] of works.entries()) {
    const { id } = await newContract(owner, { ...work, officeId, resultDate: dayFromToday(-40), status: 'REJECTED' })
    const body = { amount: at === 0 ? 4_32_500.5 : 1_00_000, instrumentNo: `DD ${at}`, bankName: 'Canara Bank' }
    deposits.push(await newDeposit(owner, id, { ...body, bankAccountNo: '0412101' }))
  }
  return { officeId, deposits: deposits.map(({ id: depositId }) => ({ depositId })), ids: deposits }
}

describe('a letter', () => {
  test.each([
    ['en', 'Rupees five lakh thirty-two thousand five hundred and fifty paise only'],
    ['hi', 'रुपये पाँच लाख बत्तीस हज़ार पाँच सौ और पचास पैसे मात्र'],
  ] as const)(
    'has the same text as PDF and as Word file, as draft and sent, with the facts of its deposits: %s [deposits 11.12]',
    async (language, amount) => {
      const { officeId, deposits } = await twoDeposits()
      const request = await newRequest(owner, { officeId, deposits, language })
      const letter = await previewOf(request)
      const words = wordsOfLetter(letter)
      for (const word of [
        `KPWD/2026/RD/${offices}`,
        'NIT 14',
        '4,32,500.50',
        '5,32,500.50',
        'DD 1, Canara Bank',
        request.number,
      ])
        expect(words).toContain(word)
      expect(words).toContain(wordsIn(amount))
      const isSame = async () => {
        expect(printed(await letterFile(request.id, 'pdf'))).toBe(signsIn(words))
        expect(wordsIn(wordText(await letterFile(request.id, 'docx')))).toBe(words)
      }
      await isSame()
      await sendRequest(owner, request.id)
      await isSame()
      // Later changes of the contracts of the office do not change a sent letter.
      await owner.ok(updateContractTerms, {
        params: { id: (await newContract(owner, { officeId })).id },
        body: { refundClause: 'none' },
      })
      await isSame()
    },
  )

  test('is stored as a document when it is sent, and that document cannot be deleted', async () => {
    const { officeId, deposits, ids } = await twoDeposits()
    const { id, number } = await newRequest(owner, { officeId, deposits })
    const { documentId } = await sendRequest(owner, id)
    expect(await documentsOf(id)).toMatchObject([
      { id: documentId, fileName: `${number.replaceAll('/', '-')}.pdf`, fileType: 'application/pdf', entityId: id },
    ])
    const document = await owner.ok(getDocument, { params: { id: documentId ?? '' } })
    const bytes = await bytesOf(document.s3Url)
    expect(await letterFile(id, 'pdf')).toEqual(bytes)
    expect(bytes).toHaveLength(document.size)
    expect(await owner.refused(deleteDocument, { params: { id: documentId ?? '' } })).toMatchObject({
      status: 409,
      message: 'This is the letter as it was sent: it stays.',
    })
    await owner.ok(cancelRefundRequest, { params: { id } })
    expect(await letterFile(id, 'pdf')).toEqual(bytes)
    expect(ids).toHaveLength(2)
  })

  test('prints hostile text literally, and a template with an unknown field is refused [deposits 11.12]', async () => {
    const { officeId, deposits } = await twoDeposits()
    const hostile = '#panic("x") #read("/etc/passwd") $*_`~ \\ <w:t>&amp;</w:t> ]]> // note'
    const request = await newRequest(owner, { officeId, deposits, subject: hostile, body: `${hostile}\n\n{deposits}` })
    const words = wordsOfLetter(await previewOf(request))
    expect(words).toContain(hostile)
    expect(printed(await letterFile(request.id, 'pdf'))).toBe(signsIn(words))
    expect(wordsIn(wordText(await letterFile(request.id, 'docx')))).toBe(words)
    for (const body of ['{fied}', '{#each deposits}', '{constructor}', '{}', '{ amount }'])
      expect(await owner.refused(createLetterTemplate, { body: templateBody({ body }) })).toMatchObject({
        status: 400,
        message: `body ${body} is not a field of a letter`,
      })
    expect(
      await owner.refused(createLetterTemplate, { body: templateBody({ body: 'We ask for {deposits}.' }) }),
    ).toMatchObject({
      status: 400,
      message: 'body has {deposits} beside other words: give it a paragraph of its own',
    })
    expect(await owner.refused(createLetterTemplate, { body: templateBody({ subject: '{deposits}' }) })).toMatchObject({
      status: 400,
    })
  })

  test('does not fill in placeholders inside filled-in values', async () => {
    const { id: officeId } = await newOffice(owner, { name: '{amount} $& $1', designation: null })
    const { letter } = await owner.ok(checkRefundRequest, {
      body: { officeId, subject: '{office}', body: 'To {office}', deposits: [] },
    })
    expect(letter).toMatchObject({ subject: '{amount} $& $1', body: ['To {amount} $& $1'] })
  })
})

describe('the preview of a letter', () => {
  const all =
    '{amount} {amountInWords} {office} {department} {contractName} {bidId} {referenceNo} {agreementDate} {dueOn} {clause} {requestNo} {letterOn} {previousLetters} {bankDetails} {company} {signatory}'

  test('names each empty field once, in the order of the letter, for stored and unstored requests', async () => {
    const { officeId, deposits } = await twoDeposits()
    const body = {
      officeId,
      subject: '{clause}',
      body: `{dueOn} {bidId}\n\n{previousLetters} {clause}\n\n{requestNo}`,
    }
    const unstored = await owner.ok(checkRefundRequest, { body: { ...body, deposits } })
    expect(unstored.emptyFields).toEqual(['clause', 'previousLetters'])
    expect(unstored.letter).toMatchObject({ referenceNo: '', subject: '……………' })
    const none = await owner.ok(checkRefundRequest, { body: { officeId, body: `${all}\n\n{deposits}`, subject: 'x' } })
    expect(none.emptyFields).toEqual([
      'amount',
      'amountInWords',
      'contractName',
      'bidId',
      'referenceNo',
      'agreementDate',
      'dueOn',
      'clause',
      'previousLetters',
      'bankDetails',
      'deposits',
    ])
    const first = await newRequest(owner, { ...body, deposits })
    await sendRequest(owner, first.id)
    const stored = await newRequest(owner, { ...body, deposits })
    const checked = await owner.ok(checkRefundRequest, { body: { ...body, deposits, requestId: stored.id } })
    expect(checked.emptyFields).toEqual(['clause'])
    expect(checked.letter.body[1]).toContain(`No. ${first.number} dated `)
    expect(checked.letter).toMatchObject({ referenceNo: stored.number })
  })

  test('fills in every field, in both languages', async () => {
    const { officeId, deposits, ids } = await twoDeposits()
    await owner.ok(updateContractTerms, {
      params: { id: ids[0]!.contractId },
      body: { refundClause: 'Clause 17 of the agreement' },
    })
    await sendRequest(owner, (await newRequest(owner, { officeId, deposits })).id)
    for (const language of ['en', 'hi'] as const) {
      const { letter, emptyFields } = await owner.ok(checkRefundRequest, {
        body: { officeId, deposits, language, subject: 'x', body: all },
      })
      expect(emptyFields).toEqual(['agreementDate'])
      expect(letter.body[0]).toContain(`Executive Engineer, Division ${offices}, Hassan लोक निर्माण विभाग`)
      expect(letter.body[0]).toContain('Clause 17 of the agreement')
      expect(letter.body[0]).toContain('0412101, Canara Bank')
      expect(letter.addressee).toEqual([
        language === 'en' ? 'To,' : 'सेवा में,',
        language === 'en' ? 'The Executive Engineer' : 'Executive Engineer',
        `Division ${offices}, Hassan`,
        'लोक निर्माण विभाग',
        'B.M. Road,',
        'Hassan 573201',
      ])
    }
  })

  test('is refused if a text has more than 100,000 characters after filling in', async () => {
    const { id: officeId } = await newOffice(owner)
    const { id } = await newContract(owner, { officeId, contractName: 'Road '.repeat(60).trim() })
    const { id: depositId } = await newDeposit(owner, id)
    const check = (times: number) => {
      const body = Array.from({ length: times }, () => '{contractName}').join(' ')
      return owner.sendCall(checkRefundRequest, {
        body: { officeId, deposits: [{ depositId }], subject: 'Release', body },
      })
    }
    expect((await check(333)).status).toBe(200)
    const { status, text } = await check(334)
    // A name has 299 characters: with the blanks between them, 333 names have 99,899.
    expect([status, JSON.parse(text).fields]).toEqual([400, [expect.objectContaining({ path: 'body' })]])
  })

  test('is refused if the total of the deposits is too large to be written in words', async () => {
    const most = 9_999_999_999_999.99
    const { officeId, deposits } = await depositsAtOffice(owner, [{ amount: most }, { amount: most }])
    const one = await owner.ok(checkRefundRequest, { body: { officeId, deposits: [{ depositId: deposits[0]!.id }] } })
    expect(one.letter.subject).toContain('₹\u00a099,99,99,99,99,999.99')
    expect(
      await owner.refused(checkRefundRequest, {
        body: { officeId, deposits: deposits.map(({ id: depositId }) => ({ depositId })) },
      }),
    ).toMatchObject({ status: 400, message: 'deposits come to more than a letter can say in words' })
  })
})

describe('the office above', () => {
  /** A deposit of an office below another one, with so many letters sent for it. */
  async function newDepositBelow(letters: number) {
    const above = await newOffice(owner, {
      department: 'PWD',
      name: `Circle ${(offices += 1)}`,
      designation: 'Superintending Engineer',
    })
    const body = { department: 'PWD', name: `Subdivision ${(offices += 1)}`, parentId: above.id }
    const { id: officeId } = await newOffice(owner, body)
    const { id } = await newContract(owner, { officeId })
    const deposits = [{ depositId: (await newDeposit(owner, id, { amount: 1_000 })).id }]
    for (let sent = 0; sent < letters; sent += 1)
      await sendRequest(owner, (await newRequest(owner, { officeId, deposits })).id)
    return { officeId, deposits, name: body.name, circle: above.name }
  }
  const body = 'To {office}, {department}, of {lyingWith}'

  test('is proposed from the third letter on, and the user can choose otherwise', async () => {
    const { officeId, deposits, name, circle } = await newDepositBelow(1)
    const check = (more: object = {}) =>
      owner.ok(checkRefundRequest, { body: { officeId, deposits, subject: 'x', body, ...more } })
    const above = `Superintending Engineer, ${circle}, PWD`
    expect(await check()).toMatchObject({ toParent: false, parentName: above, contactsBefore: 1 })
    await sendRequest(owner, (await newRequest(owner, { officeId, deposits })).id)
    const third = await check()
    expect(third).toMatchObject({ toParent: true, contactsBefore: 2 })
    expect(third.letter.body).toEqual([`To ${above}, of ${name}, PWD`])
    expect(third.letter.addressee).toEqual(['To,', 'The Superintending Engineer', circle, 'PWD'])
    expect((await check({ toParent: false })).letter.addressee).toContain(name)
    const stored = await newRequest(owner, { officeId, deposits })
    expect(stored).toMatchObject({ toParent: true, officeId })
    expect(wordText(await letterFile(stored.id, 'docx'))).toContain('The Superintending Engineer')
    const edited = await owner.ok(updateRefundRequest, { params: { id: stored.id }, body: { toParent: false } })
    expect(edited.toParent).toBe(false)
    expect(wordText(await letterFile(stored.id, 'docx'))).not.toContain('Superintending')
  })

  test('is proposed for the third contact, after a letter and a call', async () => {
    const { officeId, deposits } = await newDepositBelow(1)
    const check = () => owner.ok(checkRefundRequest, { body: { officeId, deposits, subject: 'x', body } })
    const depositId = deposits[0]?.depositId ?? ''
    await newNote(owner, depositId, { kind: 'NOTE' }, 'DEPOSIT')
    expect(await check()).toMatchObject({ toParent: false, contactsBefore: 1 })
    await newNote(owner, depositId, { kind: 'CALL' }, 'DEPOSIT')
    expect(await check()).toMatchObject({ toParent: true, contactsBefore: 2 })
  })

  test('cannot be changed in a sent letter, and is refused if the office has none above it', async () => {
    const { officeId, deposits } = await newDepositBelow(0)
    const { id } = await newRequest(owner, { officeId, deposits, toParent: true })
    await sendRequest(owner, id)
    expect(await owner.refused(updateRefundRequest, { params: { id }, body: { toParent: false } })).toMatchObject({
      status: 409,
    })
    const topOffice = await twoDeposits()
    const none = { status: 400, message: 'There is no office above this one', fields: [{ path: 'toParent' }] }
    const body = { officeId: topOffice.officeId, deposits: topOffice.deposits, toParent: true }
    expect(await owner.refused(checkRefundRequest, { body })).toMatchObject(none)
    expect(await owner.refused(createRefundRequest, { body })).toMatchObject(none)
    const { id: draft } = await newRequest(owner, { officeId: topOffice.officeId, deposits: topOffice.deposits })
    expect(await owner.refused(updateRefundRequest, { params: { id: draft }, body: { toParent: true } })).toMatchObject(
      none,
    )
    expect(
      await server.door
        .inTenant(company.id, null, (db) =>
          sql`update refund_requests set to_parent = false where id = ${id}`.execute(db),
        )
        .catch((error: Error) => error.message),
    ).toContain('It was sent')
  })
})

describe('while a letter is printed', () => {
  test('a change of the letter stops the sending, and no document is stored', async () => {
    const { officeId, deposits, ids } = await twoDeposits()
    const { id } = await newRequest(owner, { officeId, deposits })
    callWhileStoring = () => owner.ok(updateRefundRequest, { params: { id }, body: { subject: 'Changed' } })
    const refused = await owner.refused(sendRefundRequest, { params: { id }, body: sendBody() })
    expect(refused).toMatchObject({
      status: 409,
      message: 'The letter was changed at this moment. Read it again before it goes.',
    })
    expect(await owner.ok(getRefundRequest, { params: { id } })).toMatchObject({ state: 'DRAFT', documentId: null })
    const found = await owner.ok(listDeposits, { params: { contractId: ids[0]!.contractId }, query: {} })
    expect(found.map(({ status }) => status)).toEqual(['SUBMITTED'])
    expect(await documentsOf(id)).toEqual([])
    expect(await server.storage.sizeOf(`${company.id}/${lastStoredId}`)).toBeUndefined()
  })

  test('an error of the store stops the sending, and the letter can be sent again', async () => {
    const { officeId, deposits } = await twoDeposits()
    const { id } = await newRequest(owner, { officeId, deposits })
    callWhileStoring = () => Promise.reject(new Error('no store'))
    expect(await owner.refused(sendRefundRequest, { params: { id }, body: sendBody() })).toMatchObject({ status: 500 })
    expect(await owner.ok(getRefundRequest, { params: { id } })).toMatchObject({ state: 'DRAFT' })
    expect(await sendRequest(owner, id)).toMatchObject({ state: 'SENT' })
    expect(await documentsOf(id)).toHaveLength(1)
  })
})
