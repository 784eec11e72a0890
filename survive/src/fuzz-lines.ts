/** Bytes that are almost an HTTP request: wrong about its length, its head or its form. */

const login = 'POST /auth/api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
const good = '{"emailOrMobile":"a@b.example","password":"p","tenantName":"t"}'
const get = (head: string) => `GET /platform/api/tenants/name-search?keyword=abc HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n`

interface Line {
  bytes: string
  /** Statuses that the first answer may have; empty where the connection must only be closed. */
  statuses: number[]
}

/** By name: the bytes and the allowed answers. A second answer is never allowed, because another client would read it. */
export const badLines: Record<string, Line> = {
  'a body longer than it says': {
    bytes: `${login}content-length: 5\r\nconnection: close\r\n\r\n${good}`,
    statuses: [400],
  },
  'a length below zero': { bytes: `${login}content-length: -1\r\n\r\n${good}`, statuses: [400] },
  'a length that is no number': { bytes: `${login}content-length: 0x10\r\n\r\n${good}`, statuses: [400] },
  'a length beyond all numbers': {
    bytes: `${login}content-length: 99999999999999999999\r\n\r\n{}`,
    statuses: [400, 413],
  },
  'a length of two gigabytes': { bytes: `${login}content-length: 2147483648\r\n\r\n{}`, statuses: [413] },
  'two lengths': { bytes: `${login}content-length: 5\r\ncontent-length: 6\r\n\r\n${good}`, statuses: [400] },
  'a length and chunks': {
    bytes: `${login}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\nhost: x\r\n\r\n`,
    statuses: [400],
  },
  'chunks and more': { bytes: `${login}transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n`, statuses: [400] },
  'chunks under another spelling': { bytes: `${login}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`, statuses: [400] },
  'a chunk whose size is no number': {
    bytes: `${login}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    statuses: [400],
  },
  'a chunk with an endless extension': {
    bytes: `${login}transfer-encoding: chunked\r\n\r\n2;${'a=b;'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    statuses: [400, 413],
  },
  'a head of a megabyte': { bytes: get(`x-long: ${'x'.repeat(1_000_000)}`), statuses: [431] },
  'ten thousand headers': {
    bytes: get(Array.from({ length: 10_000 }, (_, at) => `x${at}: 1`).join('\r\n')),
    statuses: [431, 400],
  },
  'an address of a megabyte': {
    bytes: `GET /${'x'.repeat(1_000_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
    statuses: [431, 414, 400],
  },
  'a header with a NUL': { bytes: get('x: a\u0000b'), statuses: [400] },
  'a header folded over two lines': { bytes: get('x: a\r\n b'), statuses: [400] },
  'a header with a bare line feed': { bytes: `GET / HTTP/1.1\r\nhost: x\nx: y\r\n\r\n`, statuses: [400] },
  'a blank before the colon': { bytes: get('x : y'), statuses: [400] },
  'no host': { bytes: 'GET /healthz HTTP/1.1\r\n\r\n', statuses: [400] },
  'two hosts': {
    bytes: 'GET /healthz HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n',
    statuses: [400, 200],
  },
  'a method of its own': { bytes: 'FETCH / HTTP/1.1\r\nhost: x\r\n\r\n', statuses: [400] },
  'a tunnel': { bytes: 'CONNECT 127.0.0.1:5432 HTTP/1.1\r\nhost: 127.0.0.1:5432\r\n\r\n', statuses: [] },
  'a version to come': { bytes: 'GET / HTTP/9.9\r\nhost: x\r\n\r\n', statuses: [400, 505] },
  'HTTP/2 without a word': { bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', statuses: [400] },
  'a handshake of TLS': {
    bytes: '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
    statuses: [400],
  },
  'no HTTP at all': { bytes: '\u0000\u0001\u0002\u0003\r\n\r\n', statuses: [400] },
  'an upgrade nobody offers': {
    bytes: get(
      'connection: upgrade, close\r\nupgrade: websocket\r\nsec-websocket-key: eA==\r\nsec-websocket-version: 13',
    ),
    statuses: [200, 400, 404, 426],
  },
  'an expectation nobody meets': {
    bytes: `${login}expect: 200-ok\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}`,
    statuses: [417, 400],
  },
  'a star for an address': {
    bytes: 'OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    statuses: [400, 404],
  },
}
