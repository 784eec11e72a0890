import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { getSession, login, logout, refresh, setLanguage } from '@plinth/api/access/auth'
import { errorAnswer } from '@plinth/api/kernel/endpoint'
import {
  createContract,
  deleteContract,
  filterContracts,
  getContract,
  updateContract,
} from '@plinth/api/tenders/contracts'
import { describe, expect, test } from 'vitest'
import { contractBody, newContract } from '../../tenders/contracts/contracts.factory.ts'
import { client, startSuite, startTestServer } from '../../testing/test-server.ts'

const { server, company, owner } = await startSuite()

const contracts = '/project/api/contracts'
const json = { 'content-type': 'application/json' }
/** Headers of an answer that is sent before the hooks run. */
const bare = {
  'cache-control': 'no-store',
  'content-security-policy': "frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
}

/** Sends these bytes on one connection and reads all answers until the server closes it. */
function answersTo(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(bytes))
  return new Promise((resolve, reject) => {
    let answers = ''
    socket.setEncoding('utf8').on('data', (text) => {
      answers += text
    })
    socket.on('close', () => resolve(answers)).on('error', reject)
  })
}

describe('a request body of another form', () => {
  const notJson = { status: 400, message: 'The request is not well-formed JSON.' }
  const cases: [string, string, Record<string, string>, object][] = [
    ['malformed JSON', '{"contractName": ', json, notJson],
    ['two values', '{} {}', json, notJson],
    ['a byte that is no JSON', '\u0001', json, notJson],
    ['a key that reaches for the prototype', '{"contractName":"x","__proto__":{"status":"AWARDED"}}', json, notJson],
    ['such a key in the depth', '{"contractName":"x","contractMetadata":{"a":{"__proto__":{}}}}', json, notJson],
    ['such a key, escaped', '{"contractName":"x","\\u005f_proto__":{}}', json, notJson],
    ['constructor.prototype', '{"contractName":"x","constructor":{"prototype":{"a":1}}}', json, notJson],
    ['plain text', '{"contractName":"x"}', { 'content-type': 'text/plain' }, { status: 415 }],
    ['a form', 'contractName=x', { 'content-type': 'application/x-www-form-urlencoded' }, { status: 415 }],
    ['no content type', '{"contractName":"x"}', { 'content-type': '' }, { status: 415 }],
    ['another type of the name', '{}', { 'content-type': 'application/json-patch+json' }, { status: 415 }],
  ]
  test.each(cases)('is refused for %s', async (_, body, headers, expected) => {
    const reply = await owner.send('POST', contracts, body, headers)
    expect({ status: reply.status, ...errorAnswer.parse(JSON.parse(reply.text)) }).toMatchObject(expected)
  })

  test('is accepted with a character set in its content type', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    expect((await owner.send('POST', contracts, JSON.stringify(contractBody()), headers)).status).toBe(201)
  })

  test('is refused above one mebibyte and checked at exactly one', async () => {
    const padded = (bytes: number) => `{"contractName":"x"}${' '.repeat(bytes - 20)}`
    expect((await owner.send('POST', contracts, padded(1_048_576))).status).toBe(201)
    const reply = await owner.send('POST', contracts, padded(1_048_577))
    expect(reply.status).toBe(413)
    expect(errorAnswer.parse(JSON.parse(reply.text))).toEqual({
      code: 'too_large',
      message: 'The request is too large.',
    })
  })

  test('of a stranger is refused with 401 before its form is checked', async () => {
    expect((await server.stranger.send('POST', contracts, '{bad')).status).toBe(401)
    expect((await server.stranger.send('POST', contracts, 'x', { 'content-type': 'text/plain' })).status).toBe(401)
  })
})

describe('an answer', () => {
  const list = JSON.stringify({ pagination: { page: 0, size: 100 } })
  const replyTo = async (path: string, encoding: string, body?: string) => {
    const { status, headers, text } = await owner.send(body ? 'POST' : 'GET', path, body, {
      'accept-encoding': encoding,
    })
    return { status, encoding: headers.get('content-encoding'), vary: headers.get('vary'), found: JSON.parse(text) }
  }

  test('is compressed if it is large and the client accepts it, with the same content', async () => {
    for (let count = 0; count < 30; count += 1) await newContract(owner)
    const plain = await replyTo(`${contracts}/filter`, 'identity', list)
    expect(plain).toMatchObject({ status: 200, encoding: null, vary: 'accept-encoding' })
    for (const encoding of ['gzip', 'br']) {
      const packed = await replyTo(`${contracts}/filter`, encoding, list)
      expect(packed).toEqual({ ...plain, encoding })
    }
  })

  test('is sent uncompressed if it is small, so that its length reveals nothing beside a token', async () => {
    const { id } = await newContract(owner)
    expect(await replyTo(`${contracts}/${id}`, 'gzip')).toMatchObject({ status: 200, encoding: null })
  })
})

describe('a body', () => {
  test('is refused when it is compressed, because a small one could expand to a large one', async () => {
    const packed = new Blob([gzipSync(JSON.stringify(contractBody()))], { type: 'application/json' })
    const reply = await owner.send('POST', contracts, packed, { 'content-encoding': 'gzip' })
    expect(reply.status).toBe(400)
  })

  test.each(['[]', 'null', '"text"', '5', 'true'])('is refused when it is %s instead of an object', async (body) => {
    expect((await owner.send('POST', contracts, body)).status).toBe(400)
  })

  test('is refused for its unknown fields, which are all named', async () => {
    const body = { contractName: 'x', colour: 'red', size: { width: 1 } }
    const refusal = await owner.refused(createContract, { body })
    expect(refusal).toMatchObject({
      status: 400,
      code: 'invalid',
      message: 'colour is not a known field; size is not a known field',
    })
    expect(refusal.fields?.map((field) => field.path)).toEqual(['colour', 'size'])
  })

  test('is refused with the name of every field at fault', async () => {
    const body = { paperCost: -1, openingDate: '2025-02-30', extensionCoun: 1.5 }
    const { fields = [] } = await owner.refused(createContract, { body })
    expect(fields.map((field) => field.path).sort()).toEqual([
      'contractName',
      'extensionCoun',
      'openingDate',
      'paperCost',
    ])
  })

  test('may be empty if the call needs none, with or without a content type', async () => {
    for (const headers of [json, {}]) {
      const person = await company.as({})
      expect((await person.send('POST', '/auth/api/auth/logout', '', headers)).status).toBe(204)
    }
  })

  test('may be empty on a DELETE with a JSON content type', async () => {
    const { id } = await newContract(owner)
    const request = { method: 'DELETE', headers: { ...json, authorization: `Bearer ${owner.session.accessToken}` } }
    expect((await fetch(`${server.url}${contracts}/${id}`, request)).status).toBe(204)
  })

  test('is refused with 400 when it is missing', async () => {
    expect((await owner.send('POST', contracts, '')).status).toBe(400)
    expect((await owner.send('POST', `${contracts}/filter`)).status).toBe(400)
  })
})

describe('an address', () => {
  test.each(['/nope', '/project/api/nope', '/project/api/contracts/filter/x', '/auth/api', '/api/../etc/passwd'])(
    'that does not exist (%s) answers 404 in the one envelope',
    async (path) => {
      const reply = await owner.send('GET', path, undefined, { accept: 'text/html' })
      expect(reply).toMatchObject({ status: 404, text: '{"code":"not_found","message":"Not found"}' })
      expect(reply.headers.get('content-type')).toContain('application/json')
    },
  )

  test.each([
    ['an SQL text', "1' or '1'='1"],
    ['a number', '99999999999'],
    ['a negative number', '-1'],
    ['a NUL', '\u0000'],
    ['an emoji', '🏗️'],
    ['ten thousand letters', 'a'.repeat(10_000)],
    ['an id with a tail', '018f0000-0000-7000-8000-000000000000x'],
  ])('with %s for an id is refused as an id', async (_, id) => {
    for (const endpoint of [getContract, deleteContract]) {
      const refusal = await owner.refused(endpoint, { params: { id } })
      expect(refusal).toMatchObject({ status: 400, fields: [{ path: 'id', message: 'must be an id' }] })
    }
  })

  test('that cannot be decoded is refused in the same envelope', async () => {
    const reply = await owner.send('GET', `${contracts}/%zz`)
    expect(reply).toMatchObject({ status: 400, text: '{"code":"invalid","message":"The address is not well-formed."}' })
    for (const [name, value] of Object.entries(bare)) expect(reply.headers.get(name)).toContain(value)
  })

  test.each([
    ['no HTTP at all', 'HELLO\r\n\r\n', '400 Bad Request'],
    [
      'a body of two lengths',
      'POST /auth/api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      '400 Bad Request',
    ],
    ['a line that is broken within its head', 'GET /healthz HTTP/1.1\r\nhost: a\r\nx: a\nb\r\n\r\n', '400 Bad Request'],
    [
      'a head of 20 kB',
      `GET /healthz HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
    ],
  ])('after %s on one connection is not read, and the connection gets one refusal', async (_, text, status) => {
    const answers = await answersTo(`${text}GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n`)
    const [head = '', body = ''] = answers.split('\r\n\r\n')
    expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`)
    for (const [name, value] of Object.entries(bare)) expect(head).toMatch(new RegExp(`^${name}: .*${value}`, 'm'))
    expect(answers.match(/HTTP\/1\.1 \d/g)).toHaveLength(1)
    expect(Object.keys(JSON.parse(body))).toEqual(['code', 'message'])
  })

  test('ignores query parameters that the call does not take', async () => {
    const { id } = await newContract(owner)
    const reply = await owner.send('GET', `${contracts}/${id}?tenantId=x&__proto__[a]=1`)
    expect(JSON.parse(reply.text)).toMatchObject({ id })
  })
})

describe('every answer', () => {
  test('to TRACE is 404 and does not echo the request', async () => {
    const answer = await answersTo(
      'TRACE / HTTP/1.1\r\nhost: a\r\nauthorization: Bearer x\r\nconnection: close\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
    expect(answer).not.toContain('Bearer')
  })

  test('forbids caching, framing and content sniffing', async () => {
    const { id } = await newContract(owner)
    const deleted = await newContract(owner)
    const replies = await Promise.all([
      owner.sendCall(getContract, { params: { id } }),
      owner.sendCall(filterContracts, { body: {} }),
      owner.sendCall(createContract, { body: {} }),
      owner.sendCall(deleteContract, { params: { id: deleted.id } }),
      owner.send('GET', '/nope'),
      owner.send('POST', contracts, 'x', { 'content-type': 'text/plain' }),
      server.stranger.sendCall(getSession, {}),
      server.stranger.sendCall(login, { body: {} }),
      server.stranger.send('GET', '/healthz'),
    ])
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 400, 204, 404, 415, 401, 400, 200])
    for (const { headers } of replies) {
      for (const [name, value] of Object.entries(bare)) expect(headers.get(name)).toContain(value)
      const policy = headers.get('content-security-policy') ?? ''
      for (const part of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy).toContain(part)
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('server')).toBeNull()
    }
  })

  test('of a refusal contains no file names, SQL or versions', async () => {
    const refusals = await Promise.all([
      owner.sendCall(createContract, { body: { contractName: 'x', tenderActualValue: 0.01, tenderBidValue: 9e12 } }),
      owner.sendCall(getContract, { params: { id: 'x' } }),
      owner.send('POST', contracts, '{bad'),
      owner.sendCall(filterContracts, { body: { sort: { field: 'id; drop table contracts' } } }),
    ])
    for (const { status, text } of refusals) {
      expect(status).toBe(400)
      expect(text).not.toMatch(/\.ts|\bat \b.*:\d+|select|insert|relation|numeric|postgres|fastify|zod/i)
    }
  })
})

describe('while the disk is nearly full', () => {
  test('reading, searching, signing in and signing out work, and all other writes answer 507', async () => {
    let full = false
    const nearlyFull = await startTestServer({ isReadOnly: () => full })
    try {
      const by = client(nearlyFull.url, owner.session.accessToken)
      const { id } = await newContract(by)
      full = true
      const reads = [
        await by.sendCall(getContract, { params: { id } }),
        await by.sendCall(filterContracts, { body: {} }),
        await by.sendCall(getSession, {}),
      ]
      expect(reads.map((reply) => reply.status)).toEqual([200, 200, 200])
      const writes = [
        await by.refused(createContract, { body: contractBody() }),
        await by.refused(updateContract, { params: { id }, body: { contractName: 'Changed' } }),
        await by.refused(deleteContract, { params: { id } }),
        await by.refused(setLanguage, { body: { language: 'hi' } }),
      ]
      for (const refusal of writes) expect(refusal).toMatchObject({ status: 507, code: 'disk_full' })
      const body = { emailOrMobile: owner.email, password: company.password, tenantName: company.name }
      const { refreshToken } = await nearlyFull.stranger.ok(login, { body })
      const { accessToken } = await nearlyFull.stranger.ok(refresh, { body: { refreshToken } })
      await client(nearlyFull.url, accessToken).ok(logout, {})
      full = false
      expect((await by.ok(getContract, { params: { id } })).contractName).not.toBe('Changed')
      await by.ok(deleteContract, { params: { id } })
    } finally {
      await nearlyFull.stop()
    }
  })
})
