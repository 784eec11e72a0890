import {
  addNote,
  listMentionable,
  listNotes,
  mostMentions,
  type NoteRecord,
  noteModules,
  noteRecords,
} from '@plinth/api/documents/notes'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { newGuarantee } from '../../guarantees/instruments/instruments.factory.ts'
import { newId } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { everything, newCompany, startSuite } from '../../testing/test-server.ts'
import { newGeneralTask } from '../../works/general-tasks/general-tasks.factory.ts'
import { newProject } from '../../works/projects/projects.factory.ts'
import { newTask } from '../../works/tasks/tasks.factory.ts'
import { newNote, noteBody } from './notes.factory.ts'

let records: Record<NoteRecord, string>

const { server, company, owner } = await startSuite()
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

const of = (recordType: NoteRecord) => ({ recordType, recordId: records[recordType] })
const inDatabase = (text: string) => server.door.inTenant(company.id, owner.userId, (db) => sql.raw(text).execute(db))

describe.each(noteRecords)('a note on a %s', (recordType) => {
  const module = noteModules[recordType]
  const params = () => of(recordType)

  test('can mention the users who may view the record, with their names, and offers them', async () => {
    const reader = await company.as({ [module]: ['canView'] })
    const stranger = await company.as(
      Object.fromEntries(Object.entries(everything).filter(([name]) => name !== module)),
    )
    const offered = await owner.ok(listMentionable, { params: params() })
    const ids = offered.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([owner.userId, reader.userId]))
    expect(ids).not.toContain(stranger.userId)
    const nameOf = (id: string) => offered.find((one) => one.id === id)?.username
    const mentions = [reader.userId, owner.userId]
    const created = await newNote(owner, records[recordType], { mentions }, recordType)
    expect(created).toMatchObject({ mentions, mentionNames: mentions.map(nameOf) })
    expect(await reader.ok(listNotes, { params: params(), query: {} })).toContainEqual(created)
    expect(await stranger.refused(listMentionable, { params: params() })).toMatchObject({ status: 403 })
    const body = noteBody({ mentions: [owner.userId, stranger.userId] })
    expect(await owner.refused(addNote, { params: params(), body })).toMatchObject({
      status: 400,
      fields: [{ path: 'mentions[1]', message: 'may not see this record' }],
    })
  })
})

describe('the mentions of a note', () => {
  const refusal = async (mentions: string[]) => {
    const { status, fields } = await owner.refused(addNote, { params: of('CONTRACT'), body: noteBody({ mentions }) })
    return [status, fields?.[0]]
  }

  test('exclude deactivated users, users of other companies and unknown ids', async () => {
    const deactivated = await company.as()
    await inDatabase(`update users set is_active = false where id = '${deactivated.userId}'`)
    const other = await (await newCompany(server)).as()
    for (const id of [deactivated.userId, other.userId, newId()])
      expect(await refusal([id])).toEqual([400, { path: 'mentions[0]', message: 'may not see this record' }])
  })

  test('are ten users at most', async () => {
    const many = Array.from({ length: mostMentions + 1 }, () => owner.userId)
    expect(await refusal(many)).toMatchObject([400, { path: 'mentions', message: 'must be at most 10' }])
    await expect(
      inDatabase(`insert into notes (contract_id, kind, text, mentions)
        values ('${records.CONTRACT}', 'NOTE', 'A', array_fill('${owner.userId}'::uuid, '{11}'))`),
    ).rejects.toThrow('mentions must be at most 10')
  })

  test('are empty unless set, and cannot be changed later', async () => {
    const created = await newNote(owner, records.CONTRACT)
    expect(created).toMatchObject({ mentions: [], mentionNames: [] })
    const change = `update notes set mentions = '{${owner.userId}}' where id = '${created.id}'`
    await expect(inDatabase(change)).rejects.toThrow('permission denied')
  })
})
