import { updateAgreement } from '@plinth/api/money/agreements'
import { createStatutoryRule } from '@plinth/api/money/statutory-rules'
import { listMeasurableItems } from '@plinth/api/works/measured-items'
import {
  deleteMeasurementLine,
  maxLinesOfSheet,
  sendMeasurementLines,
  updateMeasurementLine,
} from '@plinth/api/works/measurement-lines'
import { deleteMeasurementSheet, recordMeasurementSheet } from '@plinth/api/works/measurement-sheets'
import { deleteScheduleItem } from '@plinth/api/works/schedule-items'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import {
  correctionOf,
  lineOf,
  newDraft,
  newMeasurable,
  newRecorded,
  record,
  send,
  sheetOf,
  today,
} from '../measurement-sheets/measurement-sheets.factory.ts'
import { newItem } from '../schedule-items/schedule-items.factory.ts'

const { server, company, owner } = await startSuite()
const engineer = await company.as({ 'Measurement Book': ['canView', 'canCreate', 'canEdit'] })
const stranger = await (await newCompany(server)).as()

const by = (id: string) => ({ params: { id } })
const measurable = async (overrides: object = {}) => {
  const agreement = await newMeasurable(owner)
  return { agreement, item: await newItem(owner, agreement.id, { quantity: 100, ...overrides }) }
}
const outcomes = ({ lines }: { lines: { outcome: string }[] }) => lines.map(({ outcome }) => outcome)
const faultsIn = ({ lines }: Awaited<ReturnType<typeof send>>) =>
  lines.map(({ fields }) => fields?.map(({ path, message }) => `${path} ${message}`).join('; '))

describe('a batch of lines', () => {
  test('sent three times at once is stored once, on one sheet [money 13.10]', async () => {
    const { agreement, item } = await measurable()
    const lines = Array.from({ length: 20 }, (_, nth) => lineOf(item.id, { length: nth + 1 }))
    const deviceKey = newId()
    const answers = await Promise.all([1, 2, 3].map(() => send(engineer, agreement.id, lines, { deviceKey })))
    expect(new Set(answers.map(({ sheetId }) => sheetId)).size).toBe(1)
    const outcomesOfLines = lines.map((_, nth) => answers.map((answer) => answer.lines[nth]?.outcome).toSorted())
    expect(outcomesOfLines).toEqual(lines.map(() => ['KNOWN', 'KNOWN', 'STORED']))
    const sheet = await sheetOf(engineer, answers[0]?.sheetId ?? '')
    expect(sheet.lines.map(({ id, lineNo }) => [id, lineNo])).toEqual(lines.map(({ id }, nth) => [id, nth + 1]))
    expect(outcomes(await send(engineer, agreement.id, lines, { deviceKey }))).toEqual(lines.map(() => 'KNOWN'))
  })

  test('is recognised after its sheet was recorded, and a later line for that sheet is rejected on its own', async () => {
    const { agreement, item } = await measurable()
    const deviceKey = newId()
    const line = lineOf(item.id)
    const { sheetId } = await send(engineer, agreement.id, [line], { deviceKey })
    await record(engineer, sheetId)
    const again = await send(engineer, agreement.id, [line, lineOf(item.id)], { deviceKey })
    expect(outcomes(again)).toEqual(['KNOWN', 'REFUSED'])
    expect(faultsIn(again)[1]).toBe('sheetId Sheet 1 is recorded: correct it by a further line')
    expect((await sheetOf(engineer, sheetId)).lines).toHaveLength(1)
  })

  test('stores its valid lines, and names the wrong field of each other line', async () => {
    const { agreement, item } = await measurable({ itemNo: '1.1' })
    const [foreign, section] = [
      (await measurable()).item,
      await newItem(owner, agreement.id, { kind: 'SECTION', itemNo: '1' }),
    ]
    const otherItem = await newItem(owner, agreement.id)
    const recorded = await newRecorded(engineer, agreement.id, [lineOf(item.id)])
    const correctsLineId = recorded.lines[0]?.id ?? ''
    const draft = await newDraft(engineer, agreement.id, [lineOf(item.id)])
    const answer = await send(engineer, agreement.id, [
      lineOf(item.id),
      lineOf(foreign.id),
      lineOf(newId()),
      lineOf(section.id),
      lineOf(item.id, { correctsLineId: draft.lines[0]?.id ?? '' }),
      lineOf(otherItem.id, { correctsLineId }),
      lineOf(item.id, { length: 3.65, typed: { length: '(3.20+4.10)/3' } }),
      lineOf(item.id, { length: 3.65, typed: { length: '3.20+' } }),
      lineOf(item.id, { length: 3.65, typed: { breadth: '1+1' } }),
      lineOf(item.id, { nos: 999_999_999, length: 999_999_999 }),
      { ...lineOf(item.id), id: draft.lines[0]?.id ?? '' },
      lineOf(item.id, { correctsLineId }),
    ])
    expect(outcomes(answer)).toEqual(['STORED', ...Array.from({ length: 10 }, () => 'REFUSED'), 'STORED'])
    expect(faultsIn(answer).slice(1, -1)).toEqual([
      'itemId must be an item of this agreement',
      'itemId must be an item of this agreement',
      'itemId is a section: measure the items in it',
      'correctsLineId must be a recorded line of this agreement',
      'correctsLineId must be of the same item',
      'typed.length comes to 2.433, which is not what is sent',
      'typed.length cannot be worked out',
      'typed.breadth comes to 2.000, which is not what is sent',
      'nos make contents that are too large to be stored',
      'id This line has the id of a line of another sheet',
    ])
    expect((await sheetOf(engineer, answer.sheetId)).lines).toHaveLength(2)
  })

  test('without lines creates the sheet, with the device key as its id', async () => {
    const { agreement, item } = await measurable()
    const deviceKey = newId()
    expect(await send(engineer, agreement.id, [], { deviceKey })).toMatchObject({ sheetId: deviceKey, lines: [] })
    const line = lineOf(item.id)
    expect((await send(engineer, agreement.id, [line], { deviceKey })).sheetId).toBe(deviceKey)
    expect((await sheetOf(engineer, deviceKey)).lines.map(({ id }) => id)).toEqual([line.id])
    const other = await measurable()
    const sheet = { agreementId: other.agreement.id, deviceKey, measuredOn: today() }
    expect(await engineer.refused(sendMeasurementLines, { body: { sheet, lines: [] } })).toMatchObject({
      status: 409,
      fields: [{ path: 'deviceKey', message: 'is already used by another sheet' }],
    })
  })

  test('is stored up to the capacity of the sheet', async () => {
    const { agreement, item } = await measurable()
    const deviceKey = newId()
    const batch = (count: number) => Array.from({ length: count }, () => lineOf(item.id))
    for (let sent = 0; sent < maxLinesOfSheet - 100; sent += 100)
      await send(engineer, agreement.id, batch(100), { deviceKey })
    const answer = await send(engineer, agreement.id, batch(101), { deviceKey })
    expect(outcomes(answer)).toEqual([...Array.from({ length: 100 }, () => 'STORED'), 'REFUSED'])
    expect(faultsIn(answer)[100]).toBe('sheetId This sheet has 1000 lines already: begin another sheet')
  })

  test('with malformed values is rejected as a whole, naming the path of each', async () => {
    const { agreement, item } = await measurable()
    const refused = async (overrides: object) => {
      const lines = [lineOf(item.id), { ...lineOf(item.id), length: undefined, ...overrides }]
      const body = { sheet: { agreementId: agreement.id, deviceKey: newId(), measuredOn: today() }, lines }
      const { status, fields } = await engineer.refused(sendMeasurementLines, { body })
      return [status, ...(fields ?? []).map(({ path, message }) => `${path} ${message}`)]
    }
    expect(await refused({})).toEqual([400, 'lines.1.nos give at least one of number, length, breadth and depth'])
    expect(await refused({ parts: 2, factor: 0.888 })).toEqual([
      400,
      'lines.1.nos give at least one of number, length, breadth and depth',
    ])
    expect(await refused({ nos: -1 })).toEqual([400, 'lines.1.nos must be more than 0'])
    expect(await refused({ nos: 0 })).toEqual([400, 'lines.1.nos must be more than 0'])
    expect(await refused({ length: 1.0005 })).toEqual([400, 'lines.1.length must have at most 9 digits and 3 decimals'])
    expect(await refused({ length: 1e21 })).toEqual([400, 'lines.1.length must have at most 9 digits and 3 decimals'])
    expect((await refused({ length: 1, thickness: 2 }))[0]).toBe(400)
    expect((await refused({ length: 1, typed: { length: '\u0000' } }))[0]).toBe(400)
  })

  test('goes only to a draft of the caller, in the caller’s company', async () => {
    const { agreement, item } = await measurable()
    const deviceKey = newId()
    await send(owner, agreement.id, [lineOf(item.id)], { deviceKey })
    const others = await send(engineer, agreement.id, [lineOf(item.id)], { deviceKey })
    expect(faultsIn(others)).toEqual(['sheetId This draft is somebody else’s: only they write on it'])
    const sheet = { agreementId: agreement.id, deviceKey: newId(), measuredOn: today() }
    const foreign = { body: { sheet, lines: [lineOf(item.id)] } }
    expect(await stranger.refused(sendMeasurementLines, foreign)).toMatchObject({
      status: 400,
      fields: [{ path: 'agreementId', message: 'must be an agreement of your company' }],
    })
    const [one, two] = [
      await company.as({ 'Measurement Book': ['canView'] }),
      await company.as({ Payments: ['canView'] }),
    ]
    for (const person of [one, two]) expect((await person.refused(sendMeasurementLines, foreign)).status).toBe(403)
  })

  test('never restores a deleted line or a deleted sheet', async () => {
    const { agreement, item } = await measurable()
    const deviceKey = newId()
    const [first, second] = [lineOf(item.id), lineOf(item.id)]
    const { sheetId } = await send(engineer, agreement.id, [first, second], { deviceKey })
    await engineer.ok(deleteMeasurementLine, by(first.id))
    expect(outcomes(await send(engineer, agreement.id, [first], { deviceKey }))).toEqual(['KNOWN'])
    expect((await record(engineer, sheetId)).lines.map(({ id, lineNo }) => [id, lineNo])).toEqual([[second.id, 1]])
    const draft = { deviceKey: newId() }
    const firstSend = await send(engineer, agreement.id, [lineOf(item.id)], draft)
    await engineer.ok(deleteMeasurementSheet, by(firstSend.sheetId))
    expect(faultsIn(await send(engineer, agreement.id, [lineOf(item.id)], draft))).toEqual([
      'sheetId This sheet was deleted: begin another sheet',
    ])
  })
})

describe('the contents of a line', () => {
  test('are rounded line by line by unit and agreement, with deductions negative and arithmetic stored as typed [money 13.7]', async () => {
    const agreement = await newMeasurable(owner)
    const even = await newMeasurable(owner, { rounding: 'HALF_EVEN' })
    const contents = async (agreementId: string, unit: string, overrides: object[]) => {
      const item = await newItem(owner, agreementId, { unit, quantity: 1000 })
      const { id } = await newDraft(
        engineer,
        agreementId,
        overrides.map((one) => lineOf(item.id, one)),
      )
      const sheet = await record(engineer, id)
      const items = await owner.ok(listMeasurableItems, { params: { agreementId }, query: {} })
      const sum = items.find(({ id: itemId }) => itemId === item.id)?.measuredQuantity
      return [...sheet.lines.map((line) => line.contents), sum]
    }
    // 0.125 and 0.135 to two decimals; the lines are rounded, then added.
    const halves = [{ length: 0.125 }, { length: 0.135 }, { length: 0.125, isDeduction: true }]
    expect(await contents(agreement.id, 'cum', halves)).toEqual([0.13, 0.14, -0.13, 0.14])
    expect(await contents(even.id, 'cum', halves)).toEqual([0.12, 0.14, -0.12, 0.14])
    expect(await contents(agreement.id, 't', [{ nos: 12, length: 11.6, factor: 0.000888 }])).toEqual([0.124, 0.124])
    expect(await contents(agreement.id, 'km', [{ length: 1.234 }])).toEqual([1.234, 1.234])
    expect(await contents(agreement.id, 'no', [{ nos: 2.5 }])).toEqual([3, 3])
    expect(await contents(even.id, 'no', [{ nos: 2.5 }, { nos: 3.5 }])).toEqual([2, 4, 6])
    const all = { nos: 2, parts: 3, length: 4.25, breadth: 0.5, depth: 0.15, factor: 1.1 }
    expect(await contents(agreement.id, 'cum', [all])).toEqual([2.1, 2.1])

    const item = await newItem(owner, agreement.id, { unit: 'm' })
    const typed = { length: '(3.20+4.10)/2' }
    const sheet = await newRecorded(engineer, agreement.id, [lineOf(item.id, { nos: 2, length: 3.65, typed })])
    expect(sheet.lines).toMatchObject([{ length: 3.65, contents: 7.3, typed, decimals: 2 }])
  })

  test('follow the rule of the unit on the day of the sheet, and the agreement’s rounding, when the sheet is recorded', async () => {
    const { agreement, item } = await measurable({ unit: 'hour' })
    const otherItem = await newItem(owner, agreement.id, { unit: 'cum' })
    const measured = [lineOf(item.id, { nos: 1.005 }), lineOf(otherItem.id, { length: 0.125 })]
    const sent = await send(engineer, agreement.id, measured)
    const draft = await sheetOf(engineer, sent.sheetId)
    expect(draft.lines.map(({ contents, decimals }) => [contents, decimals])).toEqual([
      [1.01, 2],
      [0.13, 2],
    ])
    await owner.ok(updateAgreement, { ...by(agreement.id), body: { rounding: 'HALF_EVEN' } })
    await owner.ok(createStatutoryRule, {
      body: { kind: 'UNIT_HOUR', validFrom: '2026-01-01', value: { decimals: 0 }, sourceTitle: 'Our practice' },
    })
    expect((await record(engineer, draft.id)).lines).toMatchObject([
      { contents: 1, decimals: 0, rounding: 'HALF_EVEN' },
      { contents: 0.12, decimals: 2, rounding: 'HALF_EVEN' },
    ])
  })
})

describe('a line of a draft', () => {
  test('keeps typed arithmetic through an edit as long as it comes to the number', async () => {
    const { agreement, item } = await measurable()
    const typed = { length: '(3.20+4.10)/2', breadth: '1+1' }
    const { lines } = await newDraft(engineer, agreement.id, [lineOf(item.id, { length: 3.65, breadth: 2, typed })])
    const [line] = lines
    if (!line) throw new Error('no line')
    const edit = (body: object) => engineer.sendCall(updateMeasurementLine, { ...by(line.id), body })
    const changed = await engineer.ok(updateMeasurementLine, { ...by(line.id), body: { length: 4 } })
    expect(changed).toMatchObject({ length: 4, contents: 8, typed: { breadth: '1+1' } })
    expect((await edit({ length: 5, updatedAt: line.updatedAt })).status).toBe(412)
    expect((await edit({ typed: { length: '2+3' } })).status).toBe(400)
    expect((await edit({ length: null, breadth: null })).status).toBe(400)
    expect((await owner.sendCall(updateMeasurementLine, { ...by(line.id), body: { length: 5 } })).status).toBe(409)
    expect((await owner.sendCall(deleteMeasurementLine, by(line.id))).status).toBe(409)
    expect((await stranger.sendCall(updateMeasurementLine, { ...by(line.id), body: { length: 5 } })).status).toBe(404)
  })

  test('prevents its item from being deleted', async () => {
    const { agreement, item } = await measurable()
    await newDraft(engineer, agreement.id, [lineOf(item.id)])
    expect(await owner.refused(deleteScheduleItem, by(item.id))).toMatchObject({
      status: 409,
      message: 'It cannot be deleted: it still has 1 measured line',
    })
  })
})

describe('a recorded line', () => {
  test('is changed by no role, nor by SQL as the server; a correction is a further line, and the record shows both [money 13.8]', async () => {
    const { agreement, item } = await measurable()
    const sheet = await newRecorded(engineer, agreement.id, [lineOf(item.id, { length: 3 })])
    const [line] = sheet.lines
    if (!line) throw new Error('no line')
    const refusal = { status: 409, message: 'Sheet 1 is recorded: correct it by a further line' }
    for (const person of [engineer, owner]) {
      expect(await person.refused(updateMeasurementLine, { ...by(line.id), body: { length: 4 } })).toMatchObject(
        refusal,
      )
      expect(await person.refused(deleteMeasurementLine, by(line.id))).toMatchObject(refusal)
    }
    const changes = [
      sql`update measurement_lines set length = 4 where id = ${line.id}`,
      sql`update measurement_lines set deleted_at = now() where id = ${line.id}`,
      sql`update measurement_lines set description = 'x' where id = ${line.id}`,
      sql`insert into measurement_lines (sheet_id, line_no, item_id, length, decimals, rounding)
        values (${sheet.id}, 2, ${item.id}, 1, 2, 'HALF_UP')`,
      sql`update measurement_sheets set status = 'DRAFT' where id = ${sheet.id}`,
      sql`update measurement_sheets set number = 2 where id = ${sheet.id}`,
      sql`update measurement_sheets set measured_on = '2026-01-01' where id = ${sheet.id}`,
      sql`update measurement_sheets set deleted_at = now() where id = ${sheet.id}`,
      sql`delete from measurement_lines where id = ${line.id}`,
      sql`update item_totals set measured_quantity = 0`,
    ]
    for (const change of changes)
      await expect(server.door.inTenant(company.id, engineer.userId, (db) => change.execute(db))).rejects.toThrow()
    // The database administrator cannot change it either.
    const admin = await adminClient(inject('admin'))
    try {
      for (const change of ['update measurement_lines set length = 4', 'delete from measurement_lines'])
        await expect(admin.query(`${change} where id = $1`, [line.id])).rejects.toThrow()
    } finally {
      await admin.end()
    }
    const correction = await newRecorded(engineer, agreement.id, [correctionOf(line, 0.25)])
    expect(correction.lines).toMatchObject([
      { contents: -0.25, correctsSheet: 1, correctsLineNo: 1, isCorrected: false },
    ])
    expect((await sheetOf(engineer, sheet.id)).lines).toMatchObject([{ contents: 3, length: 3, isCorrected: true }])
    const items = await owner.ok(listMeasurableItems, { params: { agreementId: agreement.id }, query: {} })
    expect(items).toMatchObject([{ measuredQuantity: 2.75 }])
  })
})

test('a correction takes back at most what was measured, with the rounding of the original line', async () => {
  const { agreement, item } = await measurable()
  const recorded = await newRecorded(engineer, agreement.id, [
    lineOf(item.id, { length: 4.314 }),
    lineOf(item.id, { length: 20 }),
  ])
  const [line, long] = recorded.lines
  if (!line || !long) throw new Error('no line')
  // A correction that was deleted before its sheet was recorded does not count.
  const withdrawn = correctionOf(line, 1)
  const { id: other } = await newDraft(engineer, agreement.id, [withdrawn, lineOf(item.id)])
  await engineer.ok(deleteMeasurementLine, by(withdrawn.id))
  await record(engineer, other)
  expect((await sheetOf(engineer, recorded.id)).lines).toMatchObject([{ isCorrected: false }, { isCorrected: false }])

  const [first, second] = [
    await newDraft(engineer, agreement.id, [correctionOf(line, 4.314)]),
    await newDraft(engineer, agreement.id, [correctionOf(line, 4.314)]),
  ]
  await owner.ok(createStatutoryRule, {
    body: { kind: 'UNIT_CUM', validFrom: '2026-01-01', value: { decimals: 3 }, sourceTitle: 'Our practice' },
  })
  expect((await record(engineer, first.id)).lines).toMatchObject([{ contents: -4.31, decimals: 2 }])
  expect((await sheetOf(engineer, recorded.id)).lines).toMatchObject([{ isCorrected: true }, { isCorrected: false }])
  expect(await engineer.refused(recordMeasurementSheet, by(second.id))).toMatchObject({
    status: 409,
    fields: [{ path: 'lines', message: 'Line 1: more is taken back than was measured' }],
  })
  // The same holds when the correction is sent and edited after the new rule.
  const later = correctionOf(long, 1.006)
  const draft = await newDraft(engineer, agreement.id, [later])
  expect(draft.lines).toMatchObject([{ contents: -1.01, decimals: 2 }])
  const edited = await engineer.ok(updateMeasurementLine, { ...by(later.id), body: { length: 1.016 } })
  expect(edited).toMatchObject({ contents: -1.02, decimals: 2 })
})

test('a draft of a closed agreement takes no lines, and can be deleted', async () => {
  const agreement = await newMeasurable(owner, { completedOn: '2026-12-01' })
  const item = await newItem(owner, agreement.id)
  const deviceKey = newId()
  const line = lineOf(item.id)
  const { sheetId } = await send(engineer, agreement.id, [line], { deviceKey })
  for (const status of ['COMPLETED', 'CLOSED'] as const)
    await owner.ok(updateAgreement, { ...by(agreement.id), body: { status } })
  const closed = 'This agreement is closed and cannot be changed any more'
  expect(faultsIn(await send(engineer, agreement.id, [lineOf(item.id)], { deviceKey }))).toEqual([`sheetId ${closed}`])
  const edit = { ...by(line.id), body: { length: 2 } }
  expect(await engineer.refused(updateMeasurementLine, edit)).toMatchObject({ status: 409, message: closed })
  await engineer.ok(deleteMeasurementSheet, by(sheetId))
})

test('the database rejects an invalid line from any SQL that the server runs', async () => {
  const { agreement, item } = await measurable()
  const foreign = (await measurable()).item
  const section = await newItem(owner, agreement.id, { kind: 'SECTION', itemNo: '9' })
  const otherItem = await newItem(owner, agreement.id)
  const { lines } = await newRecorded(engineer, agreement.id, [lineOf(item.id)])
  const elsewhere = await newRecorded(engineer, foreign.agreementId, [lineOf(foreign.id)])
  const draft = await newDraft(engineer, agreement.id, [lineOf(item.id)])
  const insertLine = (overrides: { itemId: string; correctsLineId?: string | undefined; length?: number | null }) => {
    const { itemId, correctsLineId = null, length = 1 } = overrides
    return server.door.inTenant(company.id, engineer.userId, (db) =>
      sql`insert into measurement_lines (sheet_id, line_no, item_id, corrects_line_id, length, decimals, rounding)
        values (${draft.id}, 7, ${itemId}, ${correctsLineId}, ${length}, 2, 'HALF_UP')`.execute(db),
    )
  }
  await expect(insertLine({ itemId: foreign.id })).rejects.toMatchObject({
    constraint: '400 itemId must be an item of this agreement',
  })
  await expect(insertLine({ itemId: section.id })).rejects.toMatchObject({
    constraint: '400 itemId is a section: measure the items in it',
  })
  const recorded = '400 correctsLineId must be a recorded line of this agreement'
  for (const correctsLineId of [draft.lines[0]?.id, elsewhere.lines[0]?.id])
    await expect(insertLine({ itemId: item.id, correctsLineId })).rejects.toMatchObject({ constraint: recorded })
  await expect(insertLine({ itemId: otherItem.id, correctsLineId: lines[0]?.id })).rejects.toMatchObject({
    constraint: '400 correctsLineId must be of the same item',
  })
  await expect(insertLine({ itemId: item.id, length: null })).rejects.toMatchObject({
    constraint: '400 nos give at least one of number, length, breadth and depth',
  })
  for (const length of [0, -1]) await expect(insertLine({ itemId: item.id, length })).rejects.toThrow()
  await insertLine({ itemId: item.id })
})
