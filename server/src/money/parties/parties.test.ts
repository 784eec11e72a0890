import { gstinCheckCharacter, gstinFault } from '@plinth/api/money/identity'
import {
  countParties,
  createParty,
  deleteParty,
  filterParties,
  getParty,
  listPartyChoices,
  type Party,
  partyKinds,
  updateParty,
} from '@plinth/api/money/parties'
import { filterAuditTrail } from '@plinth/api/platform/audit-trail'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import { type Client, type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { gstinOf, newBank, newParty, nextPan, partyBody, wholeGstin } from './parties.factory.ts'

let server: TestServer
let company: Company
let owner: Client & { userId: string }
let stranger: Client

beforeAll(async () => {
  server = await startTestServer()
  company = await newCompany(server)
  owner = await company.as()
  stranger = await (await newCompany(server)).as()
})
afterAll(() => server.stop())

const get = (id: string) => owner.ok(getParty, { params: { id } })
const edit = (id: string, body: object) => owner.ok(updateParty, { params: { id }, body })
const refusedEdit = (id: string, body: object) => owner.refused(updateParty, { params: { id }, body })
const refused = (overrides: object) => owner.refused(createParty, { body: { ...partyBody(), ...overrides } })
const remove = (id: string) => owner.ok(deleteParty, { params: { id } })
const fault = (status: number, path: string, message: string) => ({ status, fields: [{ path, message }] })
/** Fields of a party that is registered for GST. */
const registered = (pan = nextPan(), overrides: object = {}) => ({
  gstTreatment: 'REGULAR' as const,
  gstins: [{ gstin: gstinOf(pan) }],
  ...overrides,
})

const everyField = {
  kinds: ['VENDOR', 'TRANSPORTER'],
  legalName: 'Hemavathi Stone Crushers LLP',
  tradeName: 'Hemavathi Crushers',
  pan: 'AAJFV5506C',
  tan: 'BLRH04417A',
  gstTreatment: 'REGULAR',
  msme: 'SMALL',
  udyamNo: 'UDYAM-KR-12-0004471',
  msmeFrom: '2021-07-01',
  address: 'Plot 14, Industrial Area\nChannarayapatna Road',
  place: 'Hassan',
  state: '29',
  pin: '573201',
  email: 'bills@hemavathi.example',
  phone: '08172-250114',
  agreedDays: 30,
  comment: 'Weighbridge slips with every bill',
} as const

test('a new party stores every field, and has null or defaults for omitted ones', async () => {
  const gstins = [{ gstin: '29AAJFV5506C1Z5', heldFrom: '2017-07-01', heldUntil: null }]
  const created = await owner.ok(createParty, { body: { ...everyField, kinds: [...everyField.kinds], gstins } })
  expect(created).toMatchObject({ ...everyField, gstins, gstin: '29AAJFV5506C1Z5', banks: [], waitingAccounts: 0 })
  expect(await get(created.id)).toEqual(created)
  const empty = await owner.ok(createParty, { body: { kinds: ['CLIENT'], legalName: ' Zilla Panchayat, Hassan ' } })
  expect(empty).toMatchObject({
    legalName: 'Zilla Panchayat, Hassan',
    gstTreatment: 'UNREGISTERED',
    msme: 'NONE',
    pan: null,
    gstin: null,
    gstins: [],
    state: null,
    agreedDays: null,
  })
})

test.each([
  ['kinds', 'is required', []],
  ['kinds', 'must name each kind once', ['VENDOR', 'VENDOR']],
  ['legalName', 'is required', ' '],
  ['legalName', 'must be at most 200 characters', 'x'.repeat(201)],
  ['pan', 'has the form of no PAN', 'AAPDU0939F'],
  ['tan', 'has the form of no TAN', 'BLR0123'],
  ['udyamNo', 'must be written UDYAM-XX-00-0000000', 'KR10D0041827'],
  ['state', 'must be the code of a State', '28'],
  ['pin', 'must be 6 digits, the first not 0', '057320'],
  ['email', 'must be an e-mail address', 'no address'],
  ['agreedDays', 'must be at most 365', 366],
])('%s %s', async (path, message, value) => {
  expect(await refused({ [path]: value })).toMatchObject(fault(400, path, message))
})

describe('GSTINs', () => {
  test('with a wrong check digit are rejected with the right last character; ten of three kinds are stored [money 13.1]', async () => {
    const answer = await refused(registered('AAPFU0939F', { gstins: [{ gstin: ' 27aapfu0939f1za ' }] }))
    expect(answer).toMatchObject(fault(400, 'gstins.0.gstin', 'must end in V: its check digit is wrong'))
    expect(answer.message).toContain('gstin must end in V: its check digit is wrong')
    expect(await refused({ gstTreatment: 'REGULAR', gstins: [{ gstin: '27AAPFU0939F0ZV' }] })).toMatchObject(
      fault(400, 'gstins.0.gstin', 'has the form of no registration'),
    )
    const stored = [
      ['REGULAR', '27AAPFU0939F1ZV'],
      ['REGULAR', '29AAGCB7383J1Z4'],
      ['REGULAR', '29BQEPM7730H1ZK'],
      ['COMPOSITION', '29AKLPR2219Q1ZC'],
      ['SEZ', '33AAACS8577K2ZV'],
      ['SEZ_LUT', '07AAACI1681G1ZR'],
      ['DEDUCTOR', '29BLRK01234B1DB'],
      ['DEDUCTOR', '29BLRC04417A1DN'],
      ['DEDUCTOR', '29BLRP02291C1DO'],
      ['DEDUCTOR', '29AAATD1147B1DH'],
    ] as const
    for (const [gstTreatment, gstin] of stored) {
      const { id } = await newParty(owner, { gstTreatment, gstins: [{ gstin: ` ${gstin.toLowerCase()}` }] })
      expect((await get(id)).gstins).toMatchObject([{ gstin, heldFrom: null, heldUntil: null }])
    }
  })

  test('contain the PAN of their party, except those of deductors, which contain a TAN [money 13.2]', async () => {
    const other = fault(400, 'pan', 'is not the one inside the GSTIN')
    const pan = nextPan()
    expect(await refused(registered(nextPan(), { pan }))).toMatchObject(other)
    expect(
      await refused(registered(pan, { gstins: [{ gstin: gstinOf(pan) }, { gstin: gstinOf(nextPan()) }] })),
    ).toMatchObject(other)
    const tan = wholeGstin('29BLRZ01234B1D')
    const deductor = await newParty(owner, { gstTreatment: 'DEDUCTOR', pan, gstins: [{ gstin: tan }] })
    expect(deductor).toMatchObject({ pan, gstin: tan })
    const both = await edit(deductor.id, { gstins: [{ gstin: tan }, { gstin: gstinOf(pan) }] })
    expect(both.gstins).toHaveLength(2)
    expect(await refusedEdit(deductor.id, { pan: nextPan() })).toMatchObject(other)
    expect(await refusedEdit(deductor.id, { pan: null })).toMatchObject(other)
    expect(await refusedEdit(deductor.id, { gstins: [{ gstin: gstinOf(nextPan()) }] })).toMatchObject(other)
    expect(await get(deductor.id)).toEqual(both)
  })

  test('determine the PAN if none is entered, and can change together with it', async () => {
    const [pan, next] = [nextPan(), nextPan()]
    const { id } = await newParty(owner, registered(pan))
    expect((await get(id)).pan).toBe(pan)
    const moved = await edit(id, { pan: next, gstins: [{ gstin: gstinOf(next) }, { gstin: gstinOf(next, '36') }] })
    expect(moved).toMatchObject({ pan: next, gstin: `${gstinOf(next)}, ${gstinOf(next, '36')}` })
    const bare = await newParty(owner)
    expect(await edit(bare.id, registered(pan))).toMatchObject({ pan, gstin: gstinOf(pan) })
  })

  test('keep their rows when they are saved again', async () => {
    const pan = nextPan()
    const created = await newParty(owner, registered(pan))
    const again = await edit(created.id, { ...created, comment: 'Saved again' })
    expect(again.gstins).toEqual(created.gstins)
    const gstinTrail = () =>
      owner.ok(filterAuditTrail, { body: { recordType: ['party_gstins'], recordId: created.gstins[0]?.id } })
    expect((await gstinTrail()).content.map(({ action }) => action)).toEqual(['CREATED'])
    const gstins = [
      { ...created.gstins[0], gstin: gstinOf(pan), heldUntil: '2026-03-31' },
      { gstin: gstinOf(pan, '24') },
    ]
    const edited = await edit(created.id, { gstins })
    expect(edited.gstins.find(({ id }) => id === created.gstins[0]?.id)).toMatchObject({ heldUntil: '2026-03-31' })
    expect((await gstinTrail()).content.map(({ action }) => action)).toEqual(['CHANGED', 'CREATED'])
    expect((await edit(created.id, { gstins: [] })).gstins).toEqual([])
  })

  test('belong to one party per company, like a PAN, until that party is deleted', async () => {
    const pan = nextPan()
    const body = registered(pan)
    const first = await newParty(owner, body)
    expect(await refused(body)).toMatchObject(fault(409, 'pan', 'is already used by another party'))
    const deductor = { gstTreatment: 'DEDUCTOR', gstins: [{ gstin: wholeGstin('29MYSQ01234B1D') }] } as const
    const body2 = { ...deductor, gstins: [...deductor.gstins] }
    const holder = await newParty(owner, body2)
    const taken = fault(409, 'gstins', 'One of these is already used by another party')
    expect(await refused(body2)).toMatchObject(taken)
    expect(await refusedEdit(first.id, { gstins: [...first.gstins, ...body2.gstins] })).toMatchObject(taken)
    await newParty(stranger, body)
    await newParty(stranger, body2)
    await remove(first.id)
    await remove(holder.id)
    await newParty(owner, body)
    await newParty(owner, body2)
  })

  test('are rejected for an unregistered party', async () => {
    const unregistered = fault(400, 'gstTreatment', 'must not be unregistered with a GSTIN')
    expect(await refused({ gstins: [{ gstin: gstinOf(nextPan()) }] })).toMatchObject(unregistered)
    const { id } = await newParty(owner, registered())
    expect(await refusedEdit(id, { gstTreatment: 'UNREGISTERED' })).toMatchObject(unregistered)
    expect(await edit(id, { gstTreatment: 'UNREGISTERED', gstins: [] })).toMatchObject({ gstins: [] })
    expect(await refusedEdit(id, { gstins: [{ gstin: gstinOf(nextPan()) }] })).toMatchObject({ status: 400 })
    expect((await newParty(owner, { gstTreatment: 'COMPOSITION' })).gstins).toEqual([])
  })

  test('are unique in a party, and their last day is not before their first', async () => {
    const gstin = gstinOf(nextPan())
    expect(await refused(registered(nextPan(), { gstins: [{ gstin }, { gstin }] }))).toMatchObject(
      fault(400, 'gstins', 'must name each GSTIN once'),
    )
    const held = { gstin, heldFrom: '2026-04-01', heldUntil: '2026-03-31' }
    expect(await refused(registered(nextPan(), { gstins: [held] }))).toMatchObject(
      fault(400, 'gstins.0.heldUntil', 'must not be before heldFrom'),
    )
  })
})

test.each(['MICRO', 'SMALL'] as const)('a %s enterprise needs a Udyam number', async (msme) => {
  const missing = fault(400, 'udyamNo', 'is required of a micro or small enterprise')
  expect(await refused({ msme })).toMatchObject(missing)
  const udyamNo = 'udyam-kr-10-0041827'
  const { id } = await newParty(owner, { msme, udyamNo })
  expect(await get(id)).toMatchObject({ msme, udyamNo: udyamNo.toUpperCase() })
  expect(await refusedEdit(id, { udyamNo: null })).toMatchObject(missing)
  expect(await edit(id, { msme: 'MEDIUM', udyamNo: null })).toMatchObject({ msme: 'MEDIUM', udyamNo: null })
})

describe('the database', () => {
  const asServer = <T>(run: (statement: string) => ReturnType<typeof sql.raw>, statement: string) =>
    server.door.inTenant(company.id, owner.userId, (db) => run(statement).execute(db) as Promise<T>)
  const runSql = (statement: string) => asServer(sql.raw, statement)

  test('checks forms and check digits itself, by the same rules as the API', async () => {
    const { id } = await newParty(owner, registered())
    const insert = (gstin: string) => runSql(`insert into party_gstins (party_id, gstin) values ('${id}', '${gstin}')`)
    await expect(insert('27AAPFU0939F1ZA')).rejects.toMatchObject({
      constraint: '400 gstin must end in {character}: its check digit is wrong',
      detail: '{"character": "V"}',
    })
    await expect(insert('25AAPFU0939F1ZV')).rejects.toMatchObject({
      constraint: '400 gstin has the form of no registration',
    })
    await expect(insert('27AAPFU0939F1ZV')).rejects.toMatchObject({
      constraint: '400 pan is not the one inside the GSTIN',
    })
    await expect(
      runSql(`insert into parties (kinds, legal_name, pan) values ('{VENDOR}', 'x', 'AAPDU0939F')`),
    ).rejects.toMatchObject({
      constraint: '400 pan has the form of no PAN',
    })
    await expect(runSql(`update party_gstins set gstin = '27AAPFU0939F1ZV'`)).rejects.toThrow('permission denied')
    await expect(runSql(`update parties set kinds = '{}' where id = '${id}'`)).rejects.toThrow('kinds is required')
    await expect(runSql(`update parties set kinds = '{FRIEND}' where id = '${id}'`)).rejects.toThrow('check constraint')
  })

  test('agrees with the API about a thousand valid and invalid GSTINs', async () => {
    const admin = await adminClient(inject('admin'))
    const gstins = Array.from({ length: 1_000 }, (_, nth) => {
      const first = `${String(nth % 41).padStart(2, '0')}${nth % 3 ? 'AAPFU' : 'BLRK0'}${String(1000 + nth)}B1${'ZDCA0'.charAt(nth % 5)}`
      return nth % 2 ? wholeGstin(first) : `${first}${(nth % 36).toString(36).toUpperCase()}`
    })
    const { rows } = await admin.query(
      `select app.is_gstin_form(g) as form, app.gstin_check_character(g) as ends from unnest($1::text[]) with ordinality s (g, nth) order by nth`,
      [gstins],
    )
    await admin.end()
    expect(rows).toEqual(
      gstins.map((gstin) => ({ form: gstinFault(gstin)?.kind !== 'FORM', ends: gstinCheckCharacter(gstin) })),
    )
    expect(new Set(gstins.map((gstin) => gstinFault(gstin)?.kind)).size).toBe(3)
  })
})

describe('an edit', () => {
  test('changes the fields in its body, clears those that are null and leaves the rest', async () => {
    const created = await newParty(owner, registered(nextPan(), { phone: '080-1', comment: 'first' }))
    const changed = await edit(created.id, { kinds: ['HIRER', 'VENDOR'], comment: null, updatedAt: created.updatedAt })
    const { updatedAt, ...rest } = created
    expect(changed).toMatchObject({ ...rest, kinds: ['HIRER', 'VENDOR'], comment: null })
    expect(changed.updatedAt > updatedAt).toBe(true)
  })

  test('of a stale version is rejected and changes nothing, not even the GSTINs', async () => {
    const { id, updatedAt } = await newParty(owner, registered())
    const first = await edit(id, { comment: 'first', updatedAt })
    expect(await refusedEdit(id, { gstins: [], updatedAt })).toMatchObject({ status: 412, code: 'stale' })
    expect(await get(id)).toEqual(first)
  })
})

test('deleting a party also deletes its GSTINs and accounts', async () => {
  const { id } = await newParty(owner, registered(nextPan(), { legalName: newId() }))
  const { banks } = await newBank(owner, id)
  await remove(id)
  for (const answer of [await owner.refused(getParty, { params: { id } }), await refusedEdit(id, { comment: 'x' })])
    expect(answer).toMatchObject({ status: 404, message: 'Not found' })
  expect(banks).toHaveLength(1)
  const admin = await adminClient(inject('admin'))
  const left = await admin.query(
    `select from party_gstins where party_id = $1 and deleted_at is null
      union all select from party_banks where party_id = $1 and deleted_at is null`,
    [id],
  )
  await admin.end()
  expect(left.rowCount).toBe(0)
})

describe('a search', () => {
  const idsOf = ({ content }: { content: { id: string }[] }) => content.map(({ id }) => id)
  const found = async (body: object) => idsOf(await owner.ok(filterParties, { body }))

  test('finds words in name, trade name, PAN and GSTIN, each word in any of these', async () => {
    const [pan, word] = [nextPan(), newId()]
    const { id } = await newParty(owner, registered(pan, { legalName: `Quarries ${word}`, tradeName: 'Malnad Metal' }))
    await newParty(owner, { legalName: `Others ${word}` })
    expect(await found({ search: word })).toHaveLength(2)
    for (const term of ['malnad', pan.toLowerCase(), gstinOf(pan), 'quarr METAL'])
      expect(await found({ search: `${word} ${term}` }), term).toEqual([id])
    expect(await found({ search: `${word} ${gstinOf(pan, '36')}` })).toEqual([])
    expect(await found({ legalName: word, gstin: pan.slice(0, 9), pan })).toEqual([id])
  })

  test('narrows by kind, treatment, size and State, and does not search account numbers', async () => {
    const word = newId()
    const fields = { legalName: word, state: '36', msme: 'MEDIUM' as const }
    const { id } = await newParty(owner, registered(nextPan(), { ...fields, kinds: ['BANK', 'INSURER'] }))
    const { banks } = await newBank(owner, id)
    await newParty(owner, { legalName: `${word} too`, kinds: ['CLIENT'] })
    for (const filter of [
      { kind: ['INSURER', 'HIRER'] },
      { gstTreatment: 'REGULAR' },
      { msme: 'MEDIUM' },
      { state: '36' },
    ])
      expect(await found({ legalName: word, ...filter })).toEqual([id])
    expect(await found({ legalName: word, kind: '' })).toHaveLength(2)
    expect(await found({ search: banks[0]?.accountNo })).toEqual([])
  })

  test('has quick filters for the most common kinds and for unverified accounts', async () => {
    const word = newId()
    const all = await Promise.all(
      partyKinds.map((kind) =>
        newParty(owner, {
          legalName: `${word} ${kind}`,
          kinds: [kind, 'EMPLOYEE'].slice(0, kind === 'EMPLOYEE' ? 1 : 2) as Party['kinds'],
        }),
      ),
    )
    await newBank(owner, all[1]?.id ?? '')
    const counts = await owner.ok(countParties, { body: { search: word } })
    expect(counts.map(({ quickFilter, count }) => [quickFilter, count])).toEqual([
      ['CLIENTS', 1],
      ['VENDORS', 1],
      ['SUBCONTRACTORS', 1],
      ['LABOUR_CONTRACTORS', 1],
      ['TRANSPORTERS', 1],
      ['TO_VERIFY', 1],
    ])
    expect(await found({ search: word, quickFilters: ['VENDORS', 'TO_VERIFY'] })).toEqual([all[1]?.id])
    expect(await found({ search: word, quickFilters: ['CLIENTS', 'TO_VERIFY'] })).toEqual([])
  })
})

test('users who may see contracts or payments can list parties by name, of one kind or all', async () => {
  const { as } = await newCompany(server)
  const by = await as()
  const client = await newParty(by, { kinds: ['CLIENT', 'VENDOR'], legalName: 'b Works', place: 'Hassan' })
  const vendor = await newParty(by, { legalName: 'A Steels' })
  const clerk = await as({ Contracts: ['canView'] })
  const named = { id: client.id, legalName: 'b Works', place: 'Hassan', kinds: ['CLIENT', 'VENDOR'] }
  expect(await clerk.ok(listPartyChoices, { query: { kind: 'CLIENT' } })).toEqual([named])
  expect(await clerk.ok(listPartyChoices, { query: {} })).toEqual([
    { id: vendor.id, legalName: 'A Steels', place: null, kinds: ['VENDOR'] },
    named,
  ])
  expect((await (await as({ Projects: ['canView'] })).refused(listPartyChoices, { query: {} })).status).toBe(403)
})
