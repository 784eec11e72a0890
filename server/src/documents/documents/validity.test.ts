import { updateUser } from '@plinth/api/access/users'
import {
  type Document,
  type DocumentEntity,
  deleteDocument,
  documentEntities,
  documentModules,
  getDocument,
  listRecordDocuments,
  setDocumentValidity,
  uploadDocument,
} from '@plinth/api/documents/documents'
import { filterAuditTrail } from '@plinth/api/platform/audit-trail'
import { type Deadline, deadlineKinds, filterDeadlines, setDeadlineMark } from '@plinth/api/reminders/deadlines'
import { beforeAll, describe, expect, test } from 'vitest'
import { newRequest } from '../../deposits/refund-requests/refund-requests.factory.ts'
import { newId } from '../../kernel/testing/databases.ts'
import { dayFromToday as day } from '../../kernel/testing/days.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startSuite } from '../../testing/test-server.ts'
import { newSheet } from '../../works/measurement-sheets/measurement-sheets.factory.ts'
import { newProject } from '../../works/projects/projects.factory.ts'
import { newTask } from '../../works/tasks/tasks.factory.ts'
import { documentForm, textFile } from './documents.factory.ts'

/** The last day of a document's validity, and the deadlines that follow from it. */

let records: Record<DocumentEntity, string>

const { server, company, owner } = await startSuite()
beforeAll(async () => {
  const { id: projectId } = await newProject(owner, { projectName: 'River road' })
  records = {
    CONTRACT: (await newContract(owner, { bidId: 'KR/26/114' })).id,
    PROJECT: projectId,
    TASK: (await newTask(owner, projectId, { title: 'Piles' })).id,
    REFUND_REQUEST: (await newRequest(owner)).id,
    MEASUREMENT: (await newSheet(owner)).id,
    VEHICLE: company.id,
    VEHICLE_INSURANCE: company.id,
    PAYMENT: company.id,
  }
})

const add = (by: Client, entityType: DocumentEntity = 'CONTRACT', overrides: { purpose?: string } = {}) =>
  by.ok(uploadDocument, {
    body: {
      ...documentForm(company.id, records[entityType], { file: textFile('a', 'Licence.txt') }),
      entityType,
      ...overrides,
    },
  })
const setValidity = (by: Client, id: string, validUntil: string | null): Promise<Document> =>
  by.ok(setDocumentValidity, { params: { id }, body: { validUntil } })
const refused = async (by: Client, id: string, body: object = { validUntil: day(9) }) =>
  by.refused(setDocumentValidity, { params: { id }, body: body as { validUntil: string } })

async function deadlinesOf(by: Client, id: string): Promise<Deadline[]> {
  const { content } = await by.ok(filterDeadlines, { body: { owner: 'ALL', pagination: { size: 200 } } })
  return content.filter(({ recordId }) => recordId === id)
}

describe('the last day of a document’s validity', () => {
  test('is set, changed and cleared, changes no other field, and is recorded in the audit trail', async () => {
    const created = await add(owner)
    expect(created.validUntil).toBeNull()
    expect(await setValidity(owner, created.id, '2027-03-12')).toMatchObject({
      id: created.id,
      validUntil: '2027-03-12',
    })
    expect(await owner.ok(getDocument, { params: { id: created.id } })).toEqual({
      ...created,
      s3Url: expect.any(String),
      validUntil: '2027-03-12',
    })
    const params = { tenantId: company.id, entityType: 'CONTRACT', entityId: records.CONTRACT } as const
    const [listed] = await owner.ok(listRecordDocuments, { params, query: {} })
    expect(listed).toMatchObject({ id: created.id, validUntil: '2027-03-12' })
    await setValidity(owner, created.id, '2028-03-12')
    expect((await setValidity(owner, created.id, null)).validUntil).toBeNull()
    const { content } = await owner.ok(filterAuditTrail, { body: { recordId: created.id, action: ['CHANGED'] } })
    expect(content.map(({ changes }) => changes)).toEqual([
      { valid_until: ['2028-03-12', null] },
      { valid_until: ['2027-03-12', '2028-03-12'] },
      { valid_until: [null, '2027-03-12'] },
    ])
  })

  const expiring = documentEntities.filter((entity) => entity !== 'MEASUREMENT')
  test.each(expiring)('is set for a document of %s by a person with canEdit of its module', async (entityType) => {
    const module = documentModules[entityType]
    const { id } = await add(owner, entityType)
    const editor = await company.as({ [module]: ['canView', 'canEdit'] })
    expect((await setValidity(editor, id, day(40))).validUntil).toBe(day(40))
    const others = Object.fromEntries(
      Object.values(documentModules)
        .filter((other) => other !== module)
        .map((other) => [other, ['canView', 'canEdit'] as const]),
    )
    for (const rights of [{ [module]: ['canView', 'canCreate', 'canDelete', 'canReport'] as const }, others])
      expect((await refused(await company.as({ ...rights }), id)).status).toBe(403)
    expect((await owner.ok(getDocument, { params: { id } })).validUntil).toBe(day(40))
  })

  test('is a day or null, and the call answers 404 for a missing, deleted or another company’s document', async () => {
    const { id } = await add(owner)
    for (const body of [{}, { validUntil: 'soon' }, { validUntil: '2027-02-30' }, { validUntil: null, size: 1 }])
      expect((await refused(owner, id, body)).status).toBe(400)
    const stranger = await (await newCompany(server)).as()
    await owner.ok(deleteDocument, { params: { id } })
    const answers = [await refused(owner, id), await refused(owner, newId()), await refused(stranger, id)]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  })
})

describe('the deadline of an expiring document', () => {
  test.each<[DocumentEntity, string | null]>([
    ['CONTRACT', 'KR/26/114'],
    ['PROJECT', 'River road'],
    ['TASK', 'Piles'],
    ['REFUND_REQUEST', expect.stringMatching(/\d/)],
    ['VEHICLE', 'Fitness'],
    ['VEHICLE_INSURANCE', 'Fitness'],
    ['PAYMENT', 'Fitness'],
  ])(
    'of kind %s is listed under its module for its uploader and nobody outside the module',
    async (entityType, number) => {
      const module = documentModules[entityType]
      const uploader = await company.as({ [module]: ['canView', 'canCreate', 'canEdit'] })
      const { id } = await add(uploader, entityType, { purpose: 'Fitness' })
      expect(await deadlinesOf(owner, id)).toEqual([])
      await setValidity(uploader, id, day(30))
      const [deadline, ...more] = await deadlinesOf(uploader, id)
      expect(more).toEqual([])
      expect(deadline).toMatchObject({
        recordType: 'DOCUMENT',
        dueOn: day(30),
        title: 'Licence.txt',
        number,
        amount: null,
      })
      expect(deadline).toMatchObject({ ownerId: uploader.userId, contractId: null })
      const kind = deadlineKinds[deadline?.kind ?? 'TASK_DUE']
      expect([kind.module, kind.label, kind.actBy]).toEqual([module, 'Document expires', 'before'])
      const others = Object.values(documentModules).filter((other) => other !== module)
      const outsider = await company.as(Object.fromEntries(others.map((other) => [other, ['canView']])))
      expect(await deadlinesOf(outsider, id)).toEqual([])
      await owner.ok(updateUser, { params: { id: uploader.userId }, body: { isActive: false } })
      expect((await deadlinesOf(owner, id)).map(({ ownerId }) => ownerId)).toEqual([null])
    },
  )

  test('ends when the validity is cleared, the document deleted or the deadline waived, and starts again for another day', async () => {
    const { id } = await add(owner)
    const days = async () => (await deadlinesOf(owner, id)).map(({ dueOn }) => dueOn)
    await setValidity(owner, id, day(-3))
    expect(await days()).toEqual([day(-3)])
    const which = { kind: 'CONTRACT_DOCUMENT_EXPIRES', recordType: 'DOCUMENT', recordId: id, dueOn: day(-3) } as const
    await owner.ok(setDeadlineMark, { body: { ...which, reason: 'Not renewed' } })
    expect(await days()).toEqual([])
    await setValidity(owner, id, day(5))
    expect(await days()).toEqual([day(5)])
    await setValidity(owner, id, null)
    expect(await days()).toEqual([])
    await setValidity(owner, id, day(5))
    await owner.ok(deleteDocument, { params: { id } })
    expect(await days()).toEqual([])
  })
})
