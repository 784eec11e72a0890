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
import { sql } from 'kysely'
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

test('a company starts with a standard letter of each kind in each language, and letters can be made of them', async () => {
  const by = await (await newCompany(server)).as()
  const found = await list(by)
  expect(found.map(({ kind, language, isDefault }) => [kind, language, isDefault])).toEqual(
    letterKinds.flatMap((kind) => (['en', 'hi'] as const).map((language) => [kind, language, true])),
  )
  const { id: officeId } = await newOffice(by)
  const [lodged, back] = [await newGuarantee(by), await newGuarantee(by)]
  await newEvent(by, back.id, { kind: 'RETURNED' })
  for (const { id, ...template } of found) {
    // A template's own texts pass the checks of an edit.
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

test('a company created by operators has the starting letters too', async () => {
  const operator = await (await operatorCompany(server)).as()
  const name = `Company ${newId()}`
  const { id } = await operator.ok(createTenant, { body: { name } })
  const found = await server.door.inTenant(id, null, (db) => sql`select id from letter_templates`.execute(db))
  expect(found.rows).toHaveLength(letterKinds.length * 2)
})

test('the last template marked as standard is the only standard letter of its kind and language', async () => {
  const standards = async () =>
    (await list()).filter(({ kind, language, isDefault }) => kind === 'FOLLOW_UP' && language === 'hi' && isDefault)
  const [before] = await standards()
  const created = await newTemplate(owner, { kind: 'FOLLOW_UP', language: 'hi', name: 'Sharp', isDefault: true })
  expect((await standards()).map(({ id }) => id)).toEqual([created.id])
  const other = await newTemplate(owner, { kind: 'FOLLOW_UP', language: 'en', name: 'Sharp' })
  await owner.ok(updateLetterTemplate, { params: { id: other.id }, body: { language: 'hi', isDefault: true } })
  expect((await standards()).map(({ id }) => id)).toEqual([other.id])
  await Promise.all(
    [before!.id, created.id, other.id].map((id) =>
      owner.sendCall(updateLetterTemplate, { params: { id }, body: { isDefault: true } }),
    ),
  )
  expect(await standards()).toHaveLength(1)
})

test('a template is read, changed and deleted, and an edit of an older version is refused as stale', async () => {
  const created = await newTemplate(owner)
  const params = { id: created.id }
  expect(await owner.ok(getLetterTemplate, { params })).toEqual(created)
  const changed = await owner.ok(updateLetterTemplate, { params, body: { name: 'Short', enclosures: 'Challan\nFDR' } })
  expect(changed).toMatchObject({ name: 'Short', enclosures: 'Challan\nFDR' })
  expect(
    await owner.refused(updateLetterTemplate, { params, body: { name: 'x', updatedAt: created.updatedAt } }),
  ).toMatchObject({ status: 412 })
  await owner.ok(deleteLetterTemplate, { params })
  expect(await owner.refused(getLetterTemplate, { params })).toMatchObject({ status: 404 })
})

test('without a standard letter the texts are required', async () => {
  const by = await (await newCompany(server)).as()
  for (const { id } of await list(by)) await by.ok(deleteLetterTemplate, { params: { id } })
  const { id: officeId } = await newOffice(by)
  expect(await by.refused(checkRefundRequest, { body: { officeId, subject: 'Refund' } })).toMatchObject({
    status: 400,
    message: 'body is required: there is no standard letter for this',
  })
  await by.ok(checkRefundRequest, { body: { officeId, subject: 'Refund', body: 'Kindly refund.' } })
})

test('a field of another kind of letter is refused, whether the texts or the kind change', async () => {
  const created = await newTemplate(owner, { subject: 'Refund', body: 'By {dueOn}.' })
  const change = (body: object) => owner.refused(updateLetterTemplate, { params: { id: created.id }, body })
  expect(await change({ kind: 'EXTENSION_TO_BANK' })).toMatchObject({
    status: 400,
    message: 'body {dueOn} is not a field of this kind of letter',
  })
  expect(await change({ subject: 'Until {askedUntil}' })).toMatchObject({
    message: 'subject {askedUntil} is not a field of this kind of letter',
  })
  const params = { id: created.id }
  await owner.ok(updateLetterTemplate, { params, body: { kind: 'EXTENSION_TO_BANK', body: 'Until {askedUntil}.' } })
})

test('a template without its texts or with too long ones is refused', async () => {
  const refused = (body: object) => owner.refused(createLetterTemplate, { body: { ...templateBody(), ...body } })
  expect(await refused({ body: ' ' })).toMatchObject({ status: 400, message: 'body is required' })
  expect(await refused({ body: 'x'.repeat(10_001) })).toMatchObject({ status: 400 })
  expect(await refused({ enclosures: '{no}' })).toMatchObject({ message: 'enclosures {no} is not a field of a letter' })
})
