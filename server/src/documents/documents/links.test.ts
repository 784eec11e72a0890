import { logout } from '@plinth/api/access/auth'
import { listModules, updateModule } from '@plinth/api/access/modules'
import { deleteRoleMapping, listRoleMappings } from '@plinth/api/access/role-mappings'
import { updateTenant } from '@plinth/api/access/tenants'
import { updateUser } from '@plinth/api/access/users'
import { deleteDocument, getDocument, uploadRecordDocument } from '@plinth/api/documents/documents'
import { describe, expect, test } from 'vitest'
import { plain } from '../../access/users/images.factory.ts'
import { newId } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newCompany, operatorCompany, startSuite, startTestServer } from '../../testing/test-server.ts'
import { newDocument, newPicture, recordForm, stores, textFile } from './documents.factory.ts'
import { good } from './files.factory.ts'

/**
 * What a link opens, for how long and for whom, and the headers of files. Modules are switched off, so the suite has
 * its own database.
 */

const text = '0123456789'
const minute = 60_000
/** A moment at which links change their address. */
let time = Math.ceil(Date.now() / (5 * minute)) * 5 * minute + 1
const start = time

const suite = await startSuite({ now: () => time, alone: true })
const { server, company } = suite
let { owner } = suite
const operator = await (await operatorCompany(server)).as()
const contractId = (await newContract(owner)).id

const open = (link: string | null, method = 'GET', headers: Record<string, string> = {}) =>
  server.stranger.send(method, link ?? '', undefined, headers)
const statusOf = async (link: string | null) => (await open(link)).status
const photo = async () => new File([new Uint8Array(await plain(600, 400).jpeg().toBuffer())], 'Site.jpg')

/** A user who views contracts, with a new document and the links they received to it. */
async function holder(file = textFile(text)) {
  const { id } = await newPicture(server, owner, contractId, file)
  const by = await company.as({ Contracts: ['canView'] })
  return { by, ...(await by.ok(getDocument, { params: { id } })) }
}

describe('a link', () => {
  test('stops working for everybody when the document is deleted', async () => {
    const { id, s3Url, thumbnailUrl, previewUrl } = await holder(await photo())
    for (const link of [s3Url, thumbnailUrl, previewUrl]) expect(await statusOf(link)).toBe(200)
    await owner.ok(deleteDocument, { params: { id } })
    for (const link of [s3Url, thumbnailUrl, previewUrl]) expect(await statusOf(link)).toBe(404)
  })

  test('stops working when its holder signs out, and works on for others', async () => {
    const { by, id, s3Url } = await holder()
    const theirs = (await owner.ok(getDocument, { params: { id } })).s3Url
    expect(theirs).not.toBe(s3Url)
    await by.ok(logout, {})
    expect([await statusOf(s3Url), await statusOf(theirs)]).toEqual([404, 200])
  })

  test('stops working when its holder is deactivated', async () => {
    const { by, s3Url } = await holder()
    await operator.ok(updateUser, { params: { id: by.userId }, body: { isActive: false } })
    expect(await statusOf(s3Url)).toBe(404)
  })

  test('stops working when the role of its holder is removed', async () => {
    const { by, s3Url } = await holder()
    const [mapping] = await owner.ok(listRoleMappings, { params: { userId: by.userId } })
    await owner.ok(deleteRoleMapping, { params: { userId: by.userId, roleId: mapping?.roleId ?? '' } })
    expect(await statusOf(s3Url)).toBe(404)
  })

  test('does not work while its module is switched off', async () => {
    const { s3Url } = await holder()
    const module = (await operator.ok(listModules, {})).find(({ key }) => key === 'Contracts')
    const params = { id: module?.id ?? '' }
    await operator.ok(updateModule, { params, body: { status: false } })
    expect(await statusOf(s3Url)).toBe(404)
    await operator.ok(updateModule, { params, body: { status: true } })
    expect(await statusOf(s3Url)).toBe(200)
  })

  test('does not work while the company is suspended', async () => {
    const { s3Url } = await holder()
    const params = { id: company.id }
    await operator.ok(updateTenant, { params, body: { status: 'SUSPENDED' } })
    expect(await statusOf(s3Url)).toBe(404)
    await operator.ok(updateTenant, { params, body: { status: 'ACTIVE' } })
    owner = await company.as()
  })

  test('opens what it names, and nothing when any part of it is altered', async () => {
    const [one, other] = [await holder(await photo()), await holder()]
    const [path = '', link = ''] = /^(.*\/)([^/]+)$/.exec(one.s3Url)?.slice(1) ?? []
    const parts = link.split('.')
    const [tenant = '', person = '', session = '', document = '', variant = '', until = '', mac = ''] = parts
    expect([tenant, person, document, variant]).toEqual([company.id, one.by.userId, one.id, 'file'])
    const theirs = other.s3Url.split('/').at(-1)?.split('.') ?? []
    const others = [newId(), other.by.userId, theirs[2], other.id, 'thumbnail', String(Number(until) + 1), theirs[6]]
    const answers = [await open(`${path}${newId()}`)]
    for (const [at, value = ''] of others.entries()) {
      expect(value).not.toBe(parts[at])
      answers.push(await open(path + parts.with(at, value).join('.')))
    }
    answers.push(await open(path + [tenant, person, session, document, 'preview', until, mac].join('.')))
    answers.push(await open(path + parts.slice(0, 6).join('.')), await open(`${path}${link}.`))
    answers.push(
      await open(`${path}${link}0`),
      await open(path + [tenant, person, session, document, variant, '', until, mac].join('.')),
    )
    for (const { status, text: body } of answers) expect([status, body]).toEqual([404, answers[0]?.text])
    expect(await statusOf(one.s3Url)).toBe(200)
  })

  test('keeps its address for five minutes and works for ten at most', async () => {
    const { by, id, s3Url } = await holder()
    const again = async () => (await by.ok(getDocument, { params: { id } })).s3Url
    time = start + 5 * minute - 2
    expect(await again()).toBe(s3Url)
    time = start + 5 * minute + 1
    expect(await again()).not.toBe(s3Url)
    time = start + 10 * minute - 3
    expect(await statusOf(s3Url)).toBe(200)
    time = start + 10 * minute
    expect(await statusOf(s3Url)).toBe(404)
    time = start
  })
})

describe('a downloaded file', () => {
  test('is saved and not displayed, runs nothing, stays out of shared caches and can be read in ranges', async () => {
    for (const [name, type, bytes] of await good()) {
      const { s3Url } = await newDocument(owner, contractId, new File([new Uint8Array(bytes)], name))
      const { headers } = await open(s3Url)
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': type.startsWith('text/') ? expect.stringMatching(type) : type,
        'content-length': String(bytes.length),
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
        'accept-ranges': 'bytes',
        'x-content-type-options': 'nosniff',
      })
      expect(type).not.toMatch(/html|svg|xml$|script/)
    }
  })

  test('has the same headers as a thumbnail', async () => {
    const { thumbnailUrl, previewUrl } = await newPicture(server, owner, contractId, await photo())
    for (const link of [thumbnailUrl, previewUrl]) {
      const { status, headers } = await open(link, 'GET', { range: 'bytes=0-3' })
      expect(status).toBe(206)
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'image/webp',
        'content-disposition': "attachment; filename*=UTF-8''Site.jpg.webp",
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
    }
  })

  test.each([
    ['bytes=0-3', 206, '0123', '0-3'],
    ['bytes=4-', 206, '456789', '4-9'],
    ['bytes=-3', 206, '789', '7-9'],
    ['bytes=-300', 206, text, '0-9'],
    ['bytes=9-9', 206, '9', '9-9'],
    ['bytes=8-99999999999999999999999', 206, '89', '8-9'],
    ['bytes=10-', 416, '', '*'],
    ['bytes=10-20', 416, '', '*'],
    ['bytes=99999999999999999999999-', 416, '', '*'],
    ['bytes=-0', 416, '', '*'],
    ['bytes=5-2', 200, text, null],
    ['bytes=50-2', 200, text, null],
    ['bytes=0-1,3-4', 200, text, null],
    ['bytes=-', 200, text, null],
    ['bytes=a-b', 200, text, null],
    ['bytes=0-1x', 200, text, null],
    ['lines=0-1', 200, text, null],
    ['', 200, text, null],
  ])('asked for "%s" it answers %i', async (range, status, body, span) => {
    const { s3Url } = await newDocument(owner, contractId, textFile(text))
    const reply = await open(s3Url, 'GET', { range })
    expect([reply.status, reply.text]).toEqual([status, body])
    expect(reply.headers.get('content-range')).toBe(span && `bytes ${span}/10`)
    expect(reply.headers.get('content-length')).toBe(String(body.length))
    expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    const head = await open(s3Url, 'HEAD', { range })
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([status, '', String(body.length)])
    expect(head.headers.get('content-range')).toBe(span && `bytes ${span}/10`)
  })

  test('is sent whole when the range is of another version', async () => {
    const { s3Url } = await newDocument(owner, contractId, textFile(text))
    const reply = await open(s3Url, 'GET', { range: 'bytes=0-1', 'if-range': '"another"' })
    expect([reply.status, reply.text]).toEqual([200, text])
  })

  test('has a name in its header that no character can break', async () => {
    const names = [
      '100% "sure"; a=b.txt',
      "O'Brien (1)*.txt",
      'बिल 12.txt',
      '🏗️.txt',
      'a\u202Etxt.exe.txt',
      'a\r\nSet-Cookie: b.txt',
    ]
    for (const name of names) {
      const body = { ...recordForm(company.id, contractId), file_name: name }
      const { s3Url, fileName } = await owner.ok(uploadRecordDocument, { body })
      const { headers } = await open(s3Url)
      const [, written = ''] =
        /^attachment; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]+)$/.exec(headers.get('content-disposition') ?? '') ??
        []
      expect(decodeURIComponent(written)).toBe(fileName)
      expect(headers.get('set-cookie')).toBeNull()
    }
  })
})

test('in S3 a link redirects to the store for a minute, with the name and type of the document', async () => {
  const store = await stores['in S3']()
  const s3Server = await startTestServer({ storage: store.storage })
  const one = await newCompany(s3Server)
  const by = await one.as()
  const { s3Url, id } = await newDocument(by, (await newContract(by)).id, textFile(text, 'बिल.txt'))
  const response = await fetch(s3Server.url + s3Url, { redirect: 'manual' })
  expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'no-store'])
  const address = new URL(response.headers.get('location') ?? '')
  expect([address.origin, address.searchParams.get('X-Amz-Expires')]).toEqual([store.storage.origin, '60'])
  const piece = await fetch(address, { headers: { range: 'bytes=2-4' } })
  expect([piece.status, await piece.text()]).toEqual([206, '234'])
  expect(piece.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${encodeURIComponent('बिल.txt')}`)
  expect(piece.headers.get('content-type')).toBe('text/plain')
  address.pathname = address.pathname.replace(id, newId())
  expect((await fetch(address)).status).toBe(403)
  await by.ok(deleteDocument, { params: { id } })
  expect((await fetch(s3Server.url + s3Url, { redirect: 'manual' })).status).toBe(404)
  await s3Server.stop()
  await store.stop()
})
