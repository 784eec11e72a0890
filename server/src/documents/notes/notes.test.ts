import {
  addNote,
  deleteNote,
  listNotes,
  type Note,
  type NoteRecord,
  noteModules,
  noteRecords,
} from '@plinth/api/documents/notes'
import { filterAuditTrail } from '@plinth/api/platform/audit-trail'
import { undoContractImport } from '@plinth/api/platform/contract-imports'
import { deleteContract, filterContracts } from '@plinth/api/tenders/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { newGuarantee } from '../../guarantees/instruments/instruments.factory.ts'
import { adminClient, dayInIndia, newId } from '../../kernel/testing/databases.ts'
import { untilOthersWait } from '../../kernel/testing/lock-waits.ts'
import { upload } from '../../platform/contract-imports/contract-imports.factory.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { everything, newCompany, startSuite } from '../../testing/test-server.ts'
import { newGeneralTask } from '../../works/general-tasks/general-tasks.factory.ts'
import { newProject } from '../../works/projects/projects.factory.ts'
import { newTask } from '../../works/tasks/tasks.factory.ts'
import { newNote, noteBody } from './notes.factory.ts'

let records: Record<NoteRecord, string>

const { server, company, owner } = await startSuite()
const admin = await adminClient(inject('admin'))
beforeAll(async () => {
  const [contract, project] = [await newContract(owner), await newProject(owner)]
  records = {
    CONTRACT: contract.id,
    DEPOSIT: (await newDeposit(owner, contract.id)).id,
    INSTRUMENT: (await newGuarantee(owner)).id,
    PROJECT: project.id,
    TASK: (await newTask(owner, project.id)).id,
    GENERAL_TASK: (await newGeneralTask(owner)).id,
  }
})
afterAll(() => admin.end())

const today = () => dayInIndia(new Date())
const of = (recordType: NoteRecord, recordId = records[recordType]) => ({ recordType, recordId })
const newRecord = async () => (await newContract(owner)).id
const listed = (recordId: string, by = owner, query = {}) =>
  by.ok(listNotes, { params: of('CONTRACT', recordId), query })
const paramsOf = ({ recordType, recordId, id: noteId }: Note) => ({ recordType, recordId, noteId })
const inDatabase = (text: string, userId: string | null = owner.userId) =>
  server.door.inTenant(company.id, userId, (db) => sql.raw(text).execute(db))

/** Sets `created_at` back; triggers are off, because they would keep it. */
async function backdate(note: Note, by: string): Promise<void> {
  await admin.query('set session_replication_role = replica')
  await admin.query('update notes set created_at = now() - $2::interval where id = $1', [note.id, by])
  await admin.query('set session_replication_role = default')
}

describe.each(noteRecords)('a note on a %s', (recordType) => {
  const module = noteModules[recordType]

  test('is stored with its author and day, and listed on its record only', async () => {
    const created = await newNote(
      owner,
      records[recordType],
      { kind: 'VISIT', text: '  Met the clerk.\n\nHe looks for the file.  ', happenedOn: '2026-01-05' },
      recordType,
    )
    expect(created).toMatchObject({
      ...of(recordType),
      kind: 'VISIT',
      text: 'Met the clerk.\n\nHe looks for the file.',
      happenedOn: '2026-01-05',
      createdBy: owner.userId,
      createdByName: expect.stringMatching(/^Person/),
    })
    expect(await owner.ok(listNotes, { params: of(recordType), query: {} })).toEqual([created])
    await owner.ok(deleteNote, { params: paramsOf(created) })
  })

  test('is read with canView of its module, and written and deleted with canEdit', async () => {
    const others = Object.fromEntries(Object.entries(everything).filter(([name]) => name !== module))
    const [reader, editor, stranger] = [
      await company.as({ ...others, [module]: ['canView', 'canCreate', 'canDelete', 'canReport'] }),
      await company.as({ [module]: ['canEdit'] }),
      await company.as(others),
    ]
    const params = of(recordType)
    const created = await newNote(editor, params.recordId, {}, recordType)
    expect(await reader.ok(listNotes, { params, query: {} })).toEqual([created])
    for (const by of [reader, stranger]) {
      expect(await by.refused(addNote, { params, body: noteBody() })).toMatchObject({ status: 403 })
      expect(await by.refused(deleteNote, { params: paramsOf(created) })).toMatchObject({ status: 403 })
    }
    for (const by of [editor, stranger])
      expect(await by.refused(listNotes, { params, query: {} })).toMatchObject({ status: 403 })
    await editor.ok(deleteNote, { params: paramsOf(created) })
  })

  test('of another company or of a missing record is answered 404', async () => {
    const created = await newNote(owner, records[recordType], {}, recordType)
    const other = await (await newCompany(server)).as()
    const wrongType = noteRecords[(noteRecords.indexOf(recordType) + 1) % noteRecords.length] ?? 'CONTRACT'
    for (const [by, params] of [
      [other, of(recordType)],
      [owner, of(recordType, newId())],
      [owner, of(wrongType, records[recordType])],
    ] as const) {
      expect(await by.refused(listNotes, { params, query: {} })).toMatchObject({ status: 404 })
      expect(await by.refused(addNote, { params, body: noteBody() })).toMatchObject({ status: 404 })
      expect(await by.refused(deleteNote, { params: { ...params, noteId: created.id } })).toMatchObject({ status: 404 })
    }
    await owner.ok(deleteNote, { params: paramsOf(created) })
  })
})

describe('a new note', () => {
  test('is dated today in the company’s time zone when no day is sent', async () => {
    expect(await newNote(owner, records.CONTRACT)).toMatchObject({ happenedOn: today() })
    expect(await newNote(owner, records.CONTRACT, { happenedOn: null })).toMatchObject({ happenedOn: today() })
    // In this time zone the date differs from India's for half of every day.
    await admin.query('update tenants set time_zone = $2 where id = $1', [company.id, 'Pacific/Kiritimati'])
    const there = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' }).format(new Date())
    expect(await newNote(owner, records.CONTRACT)).toMatchObject({ happenedOn: there })
    await admin.query('update tenants set time_zone = $2 where id = $1', [company.id, 'Asia/Kolkata'])
  })

  test.each([
    [
      'a day after today',
      { happenedOn: dayInIndia(new Date(Date.now() + 86_400_000)) },
      'happenedOn must not be after today',
    ],
    ['no text', { text: ' \n ' }, 'text is required'],
    ['a text that is too long', { text: 'x'.repeat(2_001) }, 'text must be at most 2000 characters'],
    ['no such kind', { kind: 'MAIL' }, 'kind'],
    ['what it does not have', { mood: 'glad' }, 'mood'],
  ])('is refused with %s', async (_, overrides, message) => {
    const body = { ...noteBody(), ...overrides } as ReturnType<typeof noteBody>
    expect(await owner.refused(addNote, { params: of('TASK'), body })).toMatchObject({
      status: 400,
      message: expect.stringContaining(message),
    })
    expect(await owner.ok(listNotes, { params: of('TASK'), query: {} })).toEqual([])
  })

  test('has 2,000 characters at most, in any script', async () => {
    const text = 'क'.repeat(2_000)
    expect(await newNote(owner, await newRecord(), { text })).toMatchObject({ text })
  })

  test('is added once when it is sent twice with one key', async () => {
    const id = await newRecord()
    const headers = { 'idempotency-key': newId() }
    const send = () => owner.ok(addNote, { params: of('CONTRACT', id), body: noteBody() }, headers)
    expect(await send()).toEqual(await send())
    expect(await listed(id)).toHaveLength(1)
  })

  test('is recorded in the audit trail under the name of its record', async () => {
    const contract = await newContract(owner)
    const created = await newNote(owner, contract.id, { text: 'Asked for the minutes.' })
    await owner.ok(deleteNote, { params: paramsOf(created) })
    const { content } = await owner.ok(filterAuditTrail, { body: { recordId: created.id } })
    expect(content).toMatchObject([
      { action: 'DELETED', recordType: 'notes', recordName: contract.contractName },
      {
        action: 'CREATED',
        recordName: contract.contractName,
        changes: { contract_id: contract.id, kind: 'CALL', text: 'Asked for the minutes.', happened_on: today() },
      },
    ])
  })
})

describe('the notes of a record', () => {
  test('are listed by day, newest first, within a day the last written first, and in pages', async () => {
    const id = await newRecord()
    const days = ['2026-03-02', '2026-03-04', '2026-03-02', '2026-03-01', '2026-03-04']
    const created: Note[] = []
    for (const happenedOn of days) created.push(await newNote(owner, id, { happenedOn }))
    const order = [4, 1, 2, 0, 3].map((at) => created[at]?.id)
    const ids = (found: Note[]) => found.map((note) => note.id)
    expect(ids(await listed(id))).toEqual(order)
    const first = await listed(id, owner, { size: 2 })
    const second = await listed(id, owner, { size: 2, before: first[1]?.id })
    const third = await listed(id, owner, { size: 2, before: second[1]?.id })
    expect([first, second, third].map(ids)).toEqual([order.slice(0, 2), order.slice(2, 4), order.slice(4)])
    expect(await listed(id, owner, { before: newId() })).toEqual([])
    expect(await owner.refused(listNotes, { params: of('CONTRACT', id), query: { size: 201 } })).toMatchObject({
      status: 400,
    })
  })

  test('are limited to 2,000, also when several are added at the same moment', async () => {
    const id = await newRecord()
    // With triggers, the database would count the notes for each row.
    await admin.query('set session_replication_role = replica')
    await admin.query(
      `insert into notes (tenant_id, contract_id, kind, text, happened_on, created_by)
       select $1, $2, 'NOTE', 'x', '2026-01-01', $3 from generate_series(1, 1999)`,
      [company.id, id, owner.userId],
    )
    await admin.query('set session_replication_role = default')
    const send = () => owner.sendCall(addNote, { params: of('CONTRACT', id), body: noteBody() })
    const second = await server.door.inTenant(company.id, owner.userId, async (db) => {
      await sql`insert into notes (contract_id, kind, text) values (${id}, 'NOTE', 'x')`.execute(db)
      const sent = send()
      await untilOthersWait(db)
      return [sent]
    })
    expect((await second[0])?.status).toBe(409)
    expect(await owner.refused(addNote, { params: of('CONTRACT', id), body: noteBody() })).toMatchObject({
      status: 409,
      message: 'A record has at most 2,000 notes, and this one has them.',
    })
    const [newest] = await listed(id)
    if (!newest) throw new Error('no note')
    await owner.ok(deleteNote, { params: paramsOf(newest) })
    await newNote(owner, id)
  })

  test('do not prevent deleting the record, and are not listed afterwards', async () => {
    const id = await newRecord()
    const created = await newNote(owner, id)
    await owner.ok(deleteContract, { params: { id } })
    const params = of('CONTRACT', id)
    expect(await owner.refused(listNotes, { params, query: {} })).toMatchObject({ status: 404 })
    expect(await owner.refused(addNote, { params, body: noteBody() })).toMatchObject({ status: 404 })
    expect(await owner.refused(deleteNote, { params: paramsOf(created) })).toMatchObject({ status: 404 })
    await expect(
      inDatabase(`insert into notes (contract_id, kind, text) values ('${id}', 'NOTE', 'x')`),
    ).rejects.toMatchObject({ code: 'PL404' })
  })

  test('keep an imported contract when its import is undone', async () => {
    const bids = [newId(), newId()]
    const { import: run } = await upload(owner, `Contract name,Bid ID\n${bids.map((bid) => `Road,${bid}\n`).join('')}`)
    const { content } = await owner.ok(filterContracts, { body: { bidId: bids[1] ?? '' } })
    await newNote(owner, content[0]?.id ?? '')
    const undone = await owner.ok(undoContractImport, { params: { id: run.id } })
    expect(undone.removed).toBe(1)
    expect(undone.kept.map(({ refId, reason }) => [refId, reason])).toEqual([[bids[1], 'It has notes.']])
  })
})

describe('deleting a note', () => {
  test('is possible for its author only', async () => {
    const created = await newNote(owner, records.PROJECT, {}, 'PROJECT')
    const colleague = await company.as()
    expect(await colleague.refused(deleteNote, { params: paramsOf(created) })).toMatchObject({
      status: 409,
      message: 'Only whoever wrote a note may delete it.',
    })
    await owner.ok(deleteNote, { params: paramsOf(created) })
    expect(await owner.ok(listNotes, { params: of('PROJECT'), query: {} })).toEqual([])
    expect(await owner.refused(deleteNote, { params: paramsOf(created) })).toMatchObject({ status: 404 })
  })

  test('is possible for a day', async () => {
    const [early, late] = [await newNote(owner, records.CONTRACT), await newNote(owner, records.CONTRACT)]
    await backdate(early, '23 hours 58 minutes')
    await backdate(late, '24 hours 1 second')
    await owner.ok(deleteNote, { params: paramsOf(early) })
    expect(await owner.refused(deleteNote, { params: paramsOf(late) })).toMatchObject({
      status: 409,
      message: 'A note stays once a day has passed since it was written.',
    })
    expect((await listed(records.CONTRACT)).map(({ id }) => id)).toContain(late.id)
  })

  test('requires the record of the note in the address', async () => {
    const created = await newNote(owner, records.CONTRACT)
    const params = { ...paramsOf(created), recordId: await newRecord() }
    expect(await owner.refused(deleteNote, { params })).toMatchObject({ status: 404 })
    await owner.ok(deleteNote, { params: paramsOf(created) })
  })
})

describe('the database', () => {
  test('lets nobody change or remove a note', async () => {
    const created = await newNote(owner, records.CONTRACT)
    for (const act of ["update notes set text = 'other'", 'delete from notes'])
      await expect(inDatabase(act)).rejects.toThrow('permission denied')
    for (const set of [
      "text = 'other'",
      "kind = 'NOTE'",
      "happened_on = '2026-01-01'",
      `contract_id = '${await newRecord()}'`,
    ])
      await expect(admin.query(`update notes set ${set} where id = $1`, [created.id])).rejects.toThrow(
        'cannot be changed',
      )
  })

  test('lets only the author delete a note, from any login, and never restores it', async () => {
    const created = await newNote(owner, records.CONTRACT)
    const remove = `update notes set deleted_at = now() where id = '${created.id}'`
    const { userId } = await company.as()
    for (const by of [userId, null]) await expect(inDatabase(remove, by)).rejects.toThrow('Only whoever wrote')
    await inDatabase(remove)
    await expect(inDatabase(`update notes set deleted_at = null where id = '${created.id}'`)).rejects.toThrow(
      'cannot be changed',
    )
  })

  test('requires exactly one record for a note', async () => {
    const insert = (columns: string, values: string) =>
      inDatabase(`insert into notes (${columns}kind, text) values (${values}'NOTE', 'x')`)
    await expect(insert('', '')).rejects.toMatchObject({ code: '23502' })
    await expect(
      insert('contract_id, project_id, ', `'${records.CONTRACT}', '${records.PROJECT}', `),
    ).rejects.toMatchObject({ code: '23514' })
  })
})
