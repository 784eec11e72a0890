import { createLetterTemplate, deleteLetterTemplate, listLetterTemplates } from '@plinth/api/documents/letter-templates'
import { downloadBankLetter } from '@plinth/api/guarantees/bank-letters'
import { endInstrumentLien } from '@plinth/api/guarantees/instrument-liens'
import type { Instrument } from '@plinth/api/guarantees/instruments'
import type { LetterContent } from '@plinth/api/kernel/letter'
import { updateContractTerms } from '@plinth/api/tenders/contract-terms'
import { afterAll, describe, expect, test } from 'vitest'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { newTemplate, templateBody } from '../../documents/letter-templates/letter-templates.factory.ts'
import { endPrinting } from '../../kernel/print/print.ts'
import { dayFromToday as day } from '../../kernel/testing/days.ts'
import { printed, signsIn, wordsOfLetter, wordText } from '../../kernel/testing/letter-words.ts'
import { wordsIn } from '../../kernel/testing/pdf-text.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newOffice } from '../../tenders/offices/offices.factory.ts'
import { type Client, newCompany, startSuite } from '../../testing/test-server.ts'
import { newEvent } from '../instrument-events/instrument-events.factory.ts'
import { newLien } from '../instrument-liens/instrument-liens.factory.ts'
import { newGuarantee, newReceipt } from '../instruments/instruments.factory.ts'
import { type LetterBody, letterAbout } from './bank-letters.factory.ts'

const { server, company, owner } = await startSuite()
afterAll(async () => {
  endPrinting()
})

/** The file of a letter, requested without the typed client. */
async function fileOf({ id }: { id: string }, body: LetterBody & { format: 'pdf' | 'docx' }) {
  const response = await fetch(server.url + downloadBankLetter.path.replace(':id', id), {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.session.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return { name: response.headers.get('content-disposition'), bytes: Buffer.from(await response.arrayBuffer()) }
}
const refused = (about: { id: string }, body: LetterBody, by: Client = owner) =>
  by.refused(downloadBankLetter, { params: { id: about.id }, body })

const long = { expiresOn: day(20), claimUntil: day(110) }
const pastClaims = { issuedOn: day(-400), happenedOn: day(-390), expiresOn: day(-100), claimUntil: day(-10) }

type Overrides = Parameters<typeof newGuarantee>[1]

let bids = 0
/** A performance guarantee of two works, with a margin, liens on two receipts, and a lien that was freed. */
async function secured(overrides: Overrides = {}): Promise<Instrument> {
  const works = [
    { contractName: 'Widening of Arsikere–Banavara road', bidId: 'KPWD/2026/RD/7', referenceNo: 'NIT 14' },
    { contractName: 'हासन में पुल का निर्माण', bidId: null, referenceNo: 'NIT 15' },
  ]
  const depositIds: string[] = []
  for (const work of works) {
    const { id } = await newContract(owner, { ...work, bidId: work.bidId && `${work.bidId}/${(bids += 1)}` })
    depositIds.push((await newDeposit(owner, id, { depositType: 'Performance security', amount: 2_00_000 })).id)
  }
  const guarantee = await newGuarantee(owner, { amount: 4_32_500.5, marginPercent: 10, depositIds, ...overrides })
  for (const number of ['FDR 998', 'FDR 999'])
    await newLien(owner, guarantee.id, (await newReceipt(owner, { number: `${number} of ${guarantee.id}` })).id, {
      amount: 20_000,
    })
  const freed = await newReceipt(owner, { number: `FDR 997 of ${guarantee.id}` })
  const { id: lienId } = await newLien(owner, guarantee.id, freed.id, { amount: 20_000 })
  await owner.ok(endInstrumentLien, { params: { id: guarantee.id, lienId }, body: { freedOn: day(0) } })
  return guarantee
}

/** The paragraphs of a letter. */
const textOf = ({ body }: LetterContent) => body.filter((piece) => typeof piece === 'string').join(' ')

const expectSameText = async (about: Instrument, body: LetterBody, letter: LetterContent) => {
  const words = wordsOfLetter(letter)
  expect(printed((await fileOf(about, { ...body, format: 'pdf' })).bytes)).toBe(signsIn(words))
  expect(wordsIn(wordText((await fileOf(about, { ...body, format: 'docx' })).bytes))).toBe(words)
  return words
}

describe('a letter to the bank', () => {
  test.each([
    ['en', 'Bank Guarantee No. ', 'Rupees four lakh thirty-two thousand five hundred and fifty paise only', 'lien of'],
    ['hi', 'बैंक गारंटी सं. ', 'रुपये चार लाख बत्तीस हज़ार पाँच सौ और पचास पैसे मात्र', 'धारणाधिकार'],
  ] as const)(
    'for an extension has the same text as PDF and as Word file, with the facts of the guarantee: %s',
    async (language, kind, inWords, lien) => {
      const guarantee = await secured({ ...long, favouring: 'Executive Engineer, PWD Hassan' })
      const body = { language, askedUntil: day(200), requestNo: 'SBI/BG/17' }
      const checked = await letterAbout(owner, guarantee, body)
      expect(checked).toMatchObject({ kind: 'EXTENSION_TO_BANK', askedUntil: day(200), emptyFields: [] })
      expect(checked.letter).toMatchObject({ language, referenceNo: 'SBI/BG/17' })
      expect(checked.letter.addressee.slice(2)).toEqual(['State Bank of India', 'Tumakuru'])
      const words = await expectSameText(guarantee, body, checked.letter)
      const expectedTexts = [
        `${kind}${guarantee.number}`,
        inWords,
        '₹ 43,250.05',
        lien,
        'FDR 998',
        'Canara Bank',
        'PWD Hassan',
      ]
      expect(words).not.toContain('FDR 997')
      for (const text of [...expectedTexts, 'Arsikere', 'हासन में पुल का निर्माण']) expect(words).toContain(wordsIn(text))
    },
  )

  test.each([
    ['en', 'returned to us by the beneficiary'],
    ['hi', 'लाभार्थी ने इसे हमें लौटा दिया है'],
  ] as const)(
    'for the discharge of a returned guarantee gives the return as its ground: %s',
    async (language, ground) => {
      const guarantee = await secured({ ...long, favouring: 'PWD' })
      await newEvent(owner, guarantee.id, { kind: 'RETURNED', happenedOn: day(0) })
      const checked = await letterAbout(owner, guarantee, { language })
      expect(checked).toMatchObject({ kind: 'DISCHARGE_TO_BANK', askedUntil: null, emptyFields: [] })
      expect(await expectSameText(guarantee, { language }, checked.letter)).toContain(wordsIn(ground))
      expect((await fileOf(guarantee, { format: 'pdf' })).name).toMatch(/Discharge-BG-2026-\d+\.pdf/)
    },
  )

  test('for a discharge gives as ground that claims are over, that it was released without paper, or that it was paid out', async () => {
    const kind = 'DISCHARGE_TO_BANK'
    const { letter } = await letterAbout(owner, await newGuarantee(owner, pastClaims))
    expect(textOf(letter)).toMatch(/The period for lodging a claim under it ended on \d\d \w{3} \d{4},/)
    const electronic = await newGuarantee(owner, { ...long, kind: 'E_BG' })
    await newEvent(owner, electronic.id, { kind: 'RETURNED', happenedOn: day(0) })
    expect((await letterAbout(owner, electronic)).letter.body).toContain('It has been released by the beneficiary.')
    const claimed = await newGuarantee(owner, long)
    await newEvent(owner, claimed.id, { kind: 'CLAIM_LODGED', happenedOn: day(-1) })
    expect((await letterAbout(owner, claimed)).kind).toBe('EXTENSION_TO_BANK')
    await newEvent(owner, claimed.id, { kind: 'PAID_OUT', happenedOn: day(0), amount: claimed.amount })
    expect(textOf((await letterAbout(owner, claimed, { kind })).letter)).toContain('invoked and paid in full')
  })

  test('about a surety bond goes to the insurer, and names the office if the bond names no beneficiary', async () => {
    const { id: officeId } = await newOffice(owner, {
      designation: 'Chief Engineer',
      name: 'Zone 3',
      department: 'NHAI',
    })
    const bond = await newGuarantee(owner, { ...long, kind: 'SURETY_BOND', officeId, issuer: 'Tata AIG', branch: null })
    const { letter, emptyFields } = await letterAbout(owner, bond, { askedUntil: day(60) })
    expect(letter.addressee).toEqual(['To,', 'The Manager', 'Tata AIG'])
    expect(letter.subject).toMatch(/^Extension of Surety Bond No\. /)
    expect(textOf(letter)).toContain('in favour of Chief Engineer, Zone 3, NHAI')
    expect(textOf(letter)).toContain('the margin and securities that you hold for it')
    expect(emptyFields).toEqual(['contractName'])
  })

  test('prints hostile text literally, and does not fill in placeholders inside filled-in values', async () => {
    const hostile = '#panic("x") #read("/etc/passwd") $*_`~ \\ <w:t>&amp;</w:t> ]]> // note {amount} $& $1'
    const guarantee = await secured({ ...long, favouring: hostile, issuer: hostile, branch: '../../{issuer}' })
    const body = '#panic("y") <w:p/> {favouring}\n\n{branch}'
    const { id: templateId } = await newTemplate(owner, { kind: 'EXTENSION_TO_BANK', subject: '$x$', body })
    const checked = await letterAbout(owner, guarantee, { templateId, requestNo: '=1+1 </w:t>' })
    expect(checked.letter.body).toEqual([`#panic("y") <w:p/> ${hostile}`, '../../{issuer}'])
    await expectSameText(guarantee, { templateId, requestNo: '=1+1 </w:t>' }, checked.letter)
  })
})

describe('the placeholders of a letter to the bank', () => {
  const all =
    '{instrumentKind} {instrumentNo} {amount} {amountInWords} {issuer} {branch} {favouring} {issuedOn} {expiresOn} {claimUntil} {margin} {receipts} {security} {contractName} {bidId} {referenceNo} {requestNo} {letterOn} {company} {signatory}'

  test('are filled in, and empty ones are named once, in the order of the letter', async () => {
    const words = { kind: 'EXTENSION_TO_BANK', subject: '{askedUntil}', body: `${all} {askedUntil}` } as const
    const { id: templateId } = await newTemplate(owner, words)
    const bare = await newGuarantee(owner, { ...long, issuer: null, branch: null })
    const checked = await letterAbout(owner, bare, { templateId })
    expect(checked.emptyFields).toEqual(
      'askedUntil issuer branch favouring margin receipts contractName bidId referenceNo requestNo'.split(' '),
    )
    expect(checked.letter).toMatchObject({ subject: '……………', referenceNo: '' })
    expect(checked.letter.addressee[2]).toBe('……………')
    const full = await letterAbout(owner, await secured({ ...long, favouring: 'PWD' }), {
      templateId,
      askedUntil: day(90),
      requestNo: '7',
    })
    expect(full.emptyFields).toEqual([])
  })

  test('must be those of the kind of letter in a new template', async () => {
    const create = (body: object) => owner.refused(createLetterTemplate, { body: { ...templateBody(), ...body } })
    const refusals = [
      [{ kind: 'EXTENSION_TO_BANK', subject: 'x', body: '{deposits}' }, 'body {deposits}'],
      [{ kind: 'EXTENSION_TO_BANK', subject: '{ground}', body: 'x' }, 'subject {ground}'],
      [{ kind: 'DISCHARGE_TO_BANK', subject: '{askedUntil}', body: 'x' }, 'subject {askedUntil}'],
      [{ kind: 'FOLLOW_UP', enclosures: '{expiresOn}' }, 'enclosures {expiresOn}'],
    ] as const
    for (const [body, path] of refusals)
      expect(await create(body)).toMatchObject({
        status: 400,
        message: `${path} is not a field of this kind of letter`,
      })
    expect(await create({ kind: 'DISCHARGE_TO_BANK', body: '{fied}' })).toMatchObject({
      message: 'body {fied} is not a field of a letter',
    })
  })
})

describe('the day of an extension', () => {
  test('is proposed as the work needs it, else empty, and can be set to another day or cleared', async () => {
    const { id: contractId } = await newContract(owner, { status: 'AWARDED', givenEndDate: day(300) })
    const performance = { depositType: 'Performance security', status: 'SUBMITTED', amount: 5_00_000 } as const
    const { id } = await newDeposit(owner, contractId, performance)
    const short = await newGuarantee(owner, { ...long, depositIds: [id] })
    expect((await letterAbout(owner, short)).askedUntil).toBe(day(360))
    expect((await letterAbout(owner, short, { askedUntil: day(21) })).askedUntil).toBe(day(21))
    const open = await letterAbout(owner, short, { askedUntil: null })
    expect(open).toMatchObject({ askedUntil: null, emptyFields: expect.arrayContaining(['askedUntil']) })
    expect((await letterAbout(owner, await newGuarantee(owner, long))).askedUntil).toBeNull()
  })

  test('is proposed for a bid security as 45 days beyond the validity of an open bid', async () => {
    const bid = { status: 'SUBMITTED', closingDate: day(-10) } as const
    const { id: contractId } = await newContract(owner, bid)
    await owner.ok(updateContractTerms, { params: { id: contractId }, body: { bidValidUntil: day(80) } })
    const { id } = await newDeposit(owner, contractId, { depositType: 'EMD', status: 'SUBMITTED', amount: 1_00_000 })
    const guarantee = await newGuarantee(owner, { ...long, depositIds: [id] })
    expect((await letterAbout(owner, guarantee)).askedUntil).toBe(day(125))
    const reaching = { expiresOn: day(130), claimUntil: null }
    const { id: other } = await newDeposit(owner, contractId, { depositType: 'EMD', amount: 1_00_000 })
    expect(
      (await letterAbout(owner, await newGuarantee(owner, { ...reaching, depositIds: [other] }))).askedUntil,
    ).toBeNull()
  })

  test('is refused if it extends nothing or is in another letter', async () => {
    const guarantee = await newGuarantee(owner, long)
    expect(await refused(guarantee, { askedUntil: day(20) })).toMatchObject({
      status: 400,
      message: 'askedUntil must be after the day on which it expires',
    })
    const past = await newGuarantee(owner, pastClaims)
    expect(await refused(past, { kind: 'DISCHARGE_TO_BANK', askedUntil: day(20) })).toMatchObject({
      status: 400,
      message: 'askedUntil is for an extension',
    })
  })
})

describe('a letter to the bank is refused', () => {
  test('if the state of the instrument does not allow it', async () => {
    const lodged = await newGuarantee(owner, long)
    expect(await refused(lodged, { kind: 'DISCHARGE_TO_BANK' })).toMatchObject({
      status: 409,
      message: 'It can still be claimed: the bank discharges it once it is back, or the time for claims is over.',
    })
    const back = await newGuarantee(owner, long)
    await newEvent(owner, back.id, { kind: 'RETURNED', happenedOn: day(0) })
    expect(await refused(back, { kind: 'EXTENSION_TO_BANK' })).toMatchObject({
      status: 409,
      message: 'An instrument that is RETURNED cannot be EXTENDED',
    })
    expect(await refused(await newReceipt(owner), {})).toMatchObject({
      status: 409,
      message: 'Letters to the bank are about guarantees and surety bonds.',
    })
  })

  test('with a template that does not exist or is of another kind, and without a standard letter', async () => {
    const guarantee = await newGuarantee(owner, long)
    const { id: templateId } = await newTemplate(owner)
    expect(await refused(guarantee, { templateId })).toMatchObject({
      status: 400,
      message: 'templateId is a template of another letter',
    })
    expect(await refused(guarantee, { templateId: guarantee.id })).toMatchObject({
      message: 'templateId must be a letter template of your company',
    })
    const bare = await (await newCompany(server)).as()
    const templateList = await bare.ok(listLetterTemplates, {})
    for (const { id } of templateList) await bare.ok(deleteLetterTemplate, { params: { id } })
    expect(await refused(await newGuarantee(bare, long), {}, bare)).toMatchObject({
      status: 400,
      message: 'templateId is required: there is no standard letter for this',
    })
  })

  test('with 404 to another company and with 403 to a user who may not view contracts; canView is enough', async () => {
    const guarantee = await newGuarantee(owner, long)
    const stranger = await (await newCompany(server)).as()
    expect(await refused(guarantee, {}, stranger)).toMatchObject({ status: 404, message: 'Not found' })
    const reader = await company.as({ Contracts: ['canView'] })
    expect(await letterAbout(reader, guarantee)).toMatchObject({ kind: 'EXTENSION_TO_BANK' })
    expect(await refused(guarantee, {}, await company.as({ Projects: ['canView'] }))).toMatchObject({ status: 403 })
  })
})
