import {
  type Document,
  defaultBucket,
  uploadDocument,
  uploadDocuments,
  uploadRecordDocument,
} from '@plinth/api/documents/documents'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { plain } from '../../access/users/images.factory.ts'
import { newId } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { noTraces, recordForm, textFile, tracesOf } from './documents.factory.ts'

/** What a form may hold and which of its values count: a refused form leaves nothing behind. */

const { server, company, owner } = await startSuite()
const contractId = (await newContract(owner)).id

/** A part of a form as written: its headers without their common beginning, and its content. */
type Part = [headers: string, content: string | Uint8Array]

const field = (name: string, value: string): Part => [`name="${name}"`, value]
const file = (name = 'a.txt', content: Part[1] = 'a', of = 'file'): Part => [
  `name="${of}"; filename="${name}"\r\ncontent-type: text/plain`,
  content,
]
const fields = (): Part[] => [
  field('tenantId', company.id),
  field('entityType', 'CONTRACT'),
  field('entityId', contractId),
]
const recordFields = (): Part[] => [
  field('tenant_id', company.id),
  field('entity_type', 'CONTRACT'),
  field('entity_id', contractId),
]

function formBody(parts: readonly Part[], end = '--line--\r\n'): Blob {
  const pieces = parts.flatMap(([headers, content]) => [
    `--line\r\ncontent-disposition: form-data; ${headers}\r\n\r\n`,
    typeof content === 'string' ? content : new Uint8Array(content),
    '\r\n',
  ])
  return new Blob([...pieces, end])
}
const type = { 'content-type': 'multipart/form-data; boundary=line' }
const sendForm = (path: string, parts: readonly Part[], end?: string) =>
  owner.send('POST', path, formBody(parts, end), type)

/** Returns the status a form is refused with, and the fields the refusal names. */
async function refusalOf(path: string, parts: readonly Part[], end?: string) {
  const reply = await sendForm(path, parts, end)
  const { fields: named = [] } = JSON.parse(reply.text)
  return [reply.status, named.map((one: { path: string }) => one.path).toSorted()]
}

/** The company's documents before a test that may add none. */
let before: Awaited<ReturnType<typeof tracesOf>>
const expectUnchanged = async () => expect(await tracesOf(server, company.id)).toEqual(before)

describe('a form', () => {
  beforeEach(async () => {
    before = await tracesOf(server, company.id)
  })
  afterEach(expectUnchanged)

  test.each<[what: string, parts: () => Part[], named: string[]]>([
    ['without a file', () => fields(), ['file']],
    ['that is empty', () => [], ['entityId', 'entityType', 'file', 'tenantId']],
    ['with a file of no bytes', () => [...fields(), file('a.txt', '')], ['file']],
    ['with its file as a field', () => [...fields(), field('file', 'a')], ['file']],
    ['with its file in a wrong field', () => [...fields(), file('a.txt', 'a', 'document')], ['document']],
    ['with a field it does not take', () => [...fields(), field('status', 'x'), file()], ['status']],
    ['with a field twice', () => [...fields(), field('docType', 'a'), field('docType', 'b'), file()], ['docType']],
    [
      'with a field twice, once as a list',
      () => [...fields(), field('purpose', 'a'), field('purpose[]', 'b'), file()],
      ['purpose'],
    ],
    ['with two files', () => [...fields(), file(), file()], []],
    ['with 1,001 fields', () => [...Array.from({ length: 1_001 }, (_, at) => field(`f${at}`, '1')), file()], []],
    ['with 1,001 files', () => [...fields(), ...Array.from({ length: 1_001 }, () => file())], []],
    ['with a name of 10 kB', () => [...fields(), field('n'.repeat(10_000), '1'), file()], []],
    ['with a name of 10 kB for its file', () => [...fields(), file('a.txt', 'a', 'n'.repeat(10_000))], []],
    ['with a value of 10 MB', () => [...fields(), field('purpose', 'p'.repeat(10_000_000)), file()], ['purpose']],
    ['with a purpose of 501 characters', () => [...fields(), field('purpose', 'p'.repeat(501)), file()], ['purpose']],
    ['with a kind of 51 characters', () => [...fields(), field('docType', 'p'.repeat(51)), file()], ['docType']],
    ['with __proto__', () => [...fields(), field('__proto__', '1'), file()], []],
    ['with __proto__[]', () => [...fields(), field('__proto__[]', '1'), file()], ['__proto__']],
    ['with constructor[]', () => [...fields(), field('constructor[]', '1'), file()], ['constructor']],
    ['with toString as its file', () => [...fields(), file('a.txt', 'a', 'toString')], []],
    [
      'with a field that is JSON',
      () => [...fields(), ['name="purpose"\r\ncontent-type: application/json', '{"a":1}'], file()],
      ['purpose'],
    ],
    [
      'with a field that is broken JSON',
      () => [...fields(), ['name="purpose"\r\ncontent-type: application/json', '{'], file()],
      [],
    ],
    ['with a sign that cannot be stored', () => [...fields(), field('purpose', 'a\0b'), file()], ['purpose']],
    ['with a part of no name', () => [...fields(), ['filename="a.txt"', 'a']], []],
    [
      'for a record of no kind',
      () => [fields()[0]!, field('entityType', 'INVOICE'), fields()[2]!, file()],
      ['entityType'],
    ],
    ['for a record of no id', () => [...fields().slice(0, 2), field('entityId', '../1'), file()], ['entityId']],
  ])('%s is refused', async (_, parts, named) => {
    expect(await refusalOf(uploadDocument.path, parts())).toEqual([400, named])
  })

  test.each([
    ['a file', 'file', uploadDocument],
    ['files', 'files', uploadDocuments],
  ])('of %s needs at least one', async (_, name, { path }) => {
    const reply = await sendForm(path, fields())
    expect(JSON.parse(reply.text).fields).toEqual([{ path: name, message: 'at least one file is required' }])
  })

  test('of several files takes fifty at most', async () => {
    const many = (count: number) => [
      ...fields(),
      ...Array.from({ length: count }, () => file('a.exe', 'MZ', 'files[]')),
    ]
    expect(await refusalOf(uploadDocuments.path, many(50))).toEqual([415, []])
    expect(await refusalOf(uploadDocuments.path, many(51))).toEqual([400, []])
  })

  test('that breaks off or is no form is refused', async () => {
    const { path } = uploadDocument
    const good = [...fields(), file()]
    expect(await refusalOf(path, good, '')).toEqual([400, []])
    expect(await refusalOf(path, good, '--line\r\ncontent-disp')).toEqual([400, []])
    expect((await owner.send('POST', path, formBody(good), { 'content-type': 'multipart/form-data' })).status).toBe(400)
    expect(
      (await owner.send('POST', path, formBody(good), { 'content-type': 'multipart/form-data; boundary=other' }))
        .status,
    ).toBe(400)
    expect(
      (
        await owner.send('POST', path, formBody(good), {
          'content-type': `multipart/form-data; boundary=${'x'.repeat(9_000)}`,
        })
      ).status,
    ).toBe(400)
    for (const other of [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/octet-stream',
      ';',
    ])
      expect([other, (await owner.send('POST', path, formBody(good), { 'content-type': other })).status]).toEqual([
        other,
        415,
      ])
    expect((await owner.send('POST', path)).status).toBe(415)
    expect((await owner.send('POST', path, JSON.stringify({ tenantId: company.id }))).status).toBe(415)
  })

  test.each(['other', '../default-docs-bucket', '../x', 'default-docs-bucket/../secret', 'DEFAULT-DOCS-BUCKET'])(
    'for the bucket %s is refused, and the refusal names the field as the call does',
    async (bucket) => {
      expect(await refusalOf(uploadDocument.path, [...fields(), field('bucketName', bucket), file()])).toEqual([
        400,
        ['bucketName'],
      ])
      expect(
        await refusalOf(uploadRecordDocument.path, [...recordFields(), field('bucket_name', bucket), file()]),
      ).toEqual([400, ['bucket_name']])
    },
  )

  test.each(['2', '0', '-1', '1e0', '1.0', '9'.repeat(20), 'many'])(
    'that declares a file size of %s bytes is refused',
    async (size) => {
      expect(await refusalOf(uploadRecordDocument.path, [...recordFields(), field('size', size), file()])).toEqual([
        400,
        ['size'],
      ])
    },
  )

  test('for another company is refused, and neither company gets a document', async () => {
    const other = await newCompany(server)
    const theirs = (await newContract(await other.as())).id
    const absent = await sendForm(uploadDocument.path, [...fields().slice(0, 2), field('entityId', newId()), file()])
    expect(absent.status).toBe(404)
    for (const [tenantId, entityId] of [
      [other.id, contractId],
      [other.id, theirs],
      [company.id, theirs],
      [newId(), contractId],
    ] as const) {
      const parts = [field('tenantId', tenantId), field('entityType', 'CONTRACT'), field('entityId', entityId), file()]
      const reply = await sendForm(uploadDocument.path, parts)
      expect([reply.status, reply.text]).toEqual([404, absent.text])
    }
    const record = [field('tenant_id', other.id), ...recordFields().slice(1), file()]
    expect((await sendForm(uploadRecordDocument.path, record)).status).toBe(404)
    expect(await tracesOf(server, other.id)).toEqual(noTraces)
  })

  test('with a file that does not match its name is refused', async () => {
    const png = await plain().png().toBuffer()
    for (const [name, content] of [
      ['Bill.pdf', png],
      ['Plan.png', Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(600)])],
      ['Plan.png', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
      ['Page.html', '<!doctype html><script>alert(1)</script>'],
    ] as const)
      expect([name, await refusalOf(uploadDocument.path, [...fields(), file(name, content)])]).toEqual([
        name,
        [415, []],
      ])
  })
})

describe('a file name', () => {
  test.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Users\\me\\Bill.txt', 'Bill.txt'],
    ['CON.txt', '_CON.txt'],
    ['.htaccess', 'htaccess'],
    ['Bill\u202Etxt.exe.txt', 'Billtxt.exe.txt'],
    ['बिल 12.txt', 'बिल 12.txt'],
    ['🏗️ site.txt', '🏗️ site.txt'],
    ['100% & "more".txt', '100% & "more".txt'],
    ['<img src=x onerror=alert(1)>.txt', '<img src=x onerror=alert(1)>.txt'],
  ])('%s is stored as %s, from a field and from the file part', async (name, stored) => {
    const quoted = name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
    const key = expect.stringMatching(new RegExp(`^${company.id}/[0-9a-f-]{36}$`))
    const ofField = await sendForm(uploadRecordDocument.path, [...recordFields(), field('file_name', name), file()])
    expect(JSON.parse(ofField.text)).toMatchObject({ fileName: stored, key })
    const ofFile = await sendForm(uploadDocument.path, [...fields(), file(quoted)])
    expect(JSON.parse(ofFile.text)).toMatchObject({ fileName: stored, key })
  })

  test('with a line break adds no header', async () => {
    const reply = await sendForm(uploadDocument.path, [
      ...fields(),
      [`name="file"; filename="a\r\nset-cookie: b.txt"`, 'a'],
    ])
    expect([201, 400, 415]).toContain(reply.status)
    expect(reply.headers.get('set-cookie')).toBeNull()
    const named = await sendForm(uploadRecordDocument.path, [
      ...recordFields(),
      field('file_name', 'a\r\nset-cookie: b.txt'),
      file(),
    ])
    expect(JSON.parse(named.text).fileName).toBe('aset-cookie: b.txt')
  })

  test('of 300 characters is cut before its ending in a file part, and refused in a field', async () => {
    const long = `${'n'.repeat(296)}.txt`
    const { fileName }: Document = JSON.parse((await sendForm(uploadDocument.path, [...fields(), file(long)])).text)
    expect(fileName).toBe(`${'n'.repeat(251)}.txt`)
    expect(await refusalOf(uploadRecordDocument.path, [...recordFields(), field('file_name', long), file()])).toEqual([
      400,
      ['file_name'],
    ])
  })

  test('may be missing', async () => {
    const { fileName }: Document = JSON.parse((await sendForm(uploadDocument.path, [...fields(), file('')])).text)
    expect(fileName).toBe('Unnamed')
  })
})

test('the declared type, ending and bucket are ignored', async () => {
  const body = {
    ...recordForm(company.id, contractId, textFile('a')),
    file_type: 'text/html',
    file_extension: '../exe',
    bucket_name: ' ',
  }
  expect(await owner.ok(uploadRecordDocument, { body })).toMatchObject({
    fileType: 'text/plain',
    fileName: 'note.txt',
    bucketName: defaultBucket,
  })
})
