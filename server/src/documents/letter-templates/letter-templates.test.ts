import { createTenant } from '@plinth/api/access/tenants'
import { checkRefundRequest } from '@plinth/api/deposits/refund-requests'
import { bankLetterKinds, type LetterKind, letterKinds } from '@plinth/api/documents/letter-fields'
import {
  createLetterTemplate,
  deleteLetterTemplate,
  getLetterTemplate,
  listLetterTemplates,
  updateLetterTemplate,
} from '@plinth/api/documents/letter-templates'
import { expect, test } from 'vitest'
import { letterAbout } from '../../guarantees/bank-letters/bank-letters.factory.ts'
import { newEvent } from '../../guarantees/instrument-events/instrument-events.factory.ts'
import { newGuarantee } from '../../guarantees/instruments/instruments.factory.ts'
import { newId } from '../../kernel/testing/databases.ts'
import { newOffice } from '../../tenders/offices/offices.factory.ts'
import { newCompany, operatorCompany, startSuite } from '../../testing/test-server.ts'
import { newTemplate, templateBody } from './letter-templates.factory.ts'

const { server, owner } = await startSuite()

const isToBank = (kind: LetterKind) => bankLetterKinds.some((one) => one === kind)
const list = (by = owner) => by.ok(listLetterTemplates, {})

test('a company starts with a standard letter of each kind in each language, in words that letters can be made of', async () => {
  const by = await (await newCompany(server)).as()
  const found = await list(by)
  expect(found.map(({ kind, language, isDefault }) => [kind, language, isDefault])).toEqual(
    letterKinds.flatMap((kind) => (['en', 'hi'] as const).map((language) => [kind, language, true])),
  )
  const { id: officeId } = await newOffice(by)
  const [lodged, back] = [await newGuarantee(by), await newGuarantee(by)]
  await newEvent(by, back.id, { kind: 'RETURNED' })
  for (const { id, ...template } of found) {
    // What it says passes for what anybody enters.
    await by.ok(updateLetterTemplate, { params: { id }, body: { ...template, id } })
    if (isToBank(template.kind)) {
      const about = template.kind === 'EXTENSION_TO_BANK' ? lodged : back
      const { emptyFields } = await letterAbout(by, about, { templateId: id, language: template.language })
      expect(emptyFields).toEqual(about === lodged ? ['askedUntil', 'favouring', 'contractName'] : ['favouring'])
      continue
    }
    const { emptyFields } = await by.ok(checkRefundRequest, { body: { officeId, templateId: id } })
    const isReminder = template.kind === 'FOLLOW_UP'
    expect(emptyFields).toEqual(['amount', ...(isReminder ? ['previousLetters'] : []), 'deposits', 'amountInWords'])
  }
})

test('a company that operators found has them, too', async () => {
  const operator = await (await operatorCompany(server)).as()
  const name = `Company ${newId()}`
  const { id } = await operator.ok(createTenant, { body: { name } })
  const found = await server.door.inTenant(id, null, (db) => db.selectFrom('letter_templates').select('id').execute())
  expect(found).toHaveLength(letterKinds.length * 2)
})

test('one letter of a kind and language is standard: the last that was said to be', async () => {
  const standards = async () =>
    (await list()).filter(({ kind, language, isDefault }) => kind === 'FOLLOW_UP' && language === 'hi' && isDefault)
  const [before] = await standards()
  const made = await newTemplate(owner, { kind: 'FOLLOW_UP', language: 'hi', name: 'Sharp', isDefault: true })
  expect((await standards()).map(({ id }) => id)).toEqual([made.id])
  const other = await newTemplate(owner, { kind: 'FOLLOW_UP', language: 'en', name: 'Sharp' })
  await owner.ok(updateLetterTemplate, { params: { id: other.id }, body: { language: 'hi', isDefault: true } })
  expect((await standards()).map(({ id }) => id)).toEqual([other.id])
  await Promise.all(
    [before!.id, made.id, other.id].map((id) =>
      owner.sendCall(updateLetterTemplate, { params: { id }, body: { isDefault: true } }),
    ),
  )
  expect(await standards()).toHaveLength(1)
})

test('a template is read, changed and deleted; what was opened before somebody saved is stale', async () => {
  const made = await newTemplate(owner)
  const params = { id: made.id }
  expect(await owner.ok(getLetterTemplate, { params })).toEqual(made)
  const changed = await owner.ok(updateLetterTemplate, { params, body: { name: 'Short', enclosures: 'Challan\nFDR' } })
  expect(changed).toMatchObject({ name: 'Short', enclosures: 'Challan\nFDR' })
  expect(
    await owner.refused(updateLetterTemplate, { params, body: { name: 'x', updatedAt: made.updatedAt } }),
  ).toMatchObject({ status: 412 })
  await owner.ok(deleteLetterTemplate, { params })
  expect(await owner.refused(getLetterTemplate, { params })).toMatchObject({ status: 404 })
})

test('without a standard letter words are asked for', async () => {
  const by = await (await newCompany(server)).as()
  for (const { id } of await list(by)) await by.ok(deleteLetterTemplate, { params: { id } })
  const { id: officeId } = await newOffice(by)
  expect(await by.refused(checkRefundRequest, { body: { officeId, subject: 'Refund' } })).toMatchObject({
    status: 400,
    message: 'body is required: there is no standard letter for this',
  })
  await by.ok(checkRefundRequest, { body: { officeId, subject: 'Refund', body: 'Kindly refund.' } })
})

test('a field of another kind of letter is refused, whether the words are changed or what they are for', async () => {
  const made = await newTemplate(owner, { subject: 'Refund', body: 'By {dueOn}.' })
  const change = (body: object) => owner.refused(updateLetterTemplate, { params: { id: made.id }, body })
  expect(await change({ kind: 'EXTENSION_TO_BANK' })).toMatchObject({
    status: 400,
    message: 'body {dueOn} is not a field of this kind of letter',
  })
  expect(await change({ subject: 'Until {askedUntil}' })).toMatchObject({
    message: 'subject {askedUntil} is not a field of this kind of letter',
  })
  const params = { id: made.id }
  await owner.ok(updateLetterTemplate, { params, body: { kind: 'EXTENSION_TO_BANK', body: 'Until {askedUntil}.' } })
})

test('is refused without its words, and with longer ones', async () => {
  const refused = (body: object) => owner.refused(createLetterTemplate, { body: { ...templateBody(), ...body } })
  expect(await refused({ body: ' ' })).toMatchObject({ status: 400, message: 'body is required' })
  expect(await refused({ body: 'x'.repeat(10_001) })).toMatchObject({ status: 400 })
  expect(await refused({ enclosures: '{no}' })).toMatchObject({ message: 'enclosures {no} is not a field of a letter' })
})
