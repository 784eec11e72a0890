import { connect, type Socket } from 'node:net'
import type { Person } from './load-server.ts'

/** Connections that are held open by sending next to nothing. */

interface SlowLine {
  kind: string
  /** Milliseconds from its opening until the server closed it. */
  cut: Promise<number>
  socket: Socket
}

const post = (path: string, more: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n${more}\r\n{`

/** The first bytes of each kind; then a letter now and then that the request allows. */
export const slowKinds = (person: Person): Record<string, string> => ({
  'a line without a word': '',
  'half a head': 'GET /healthz HTTP/1.1\r\nhost: x\r\nx-slow: ',
  'the body of a public call': post('/auth/api/auth/login', ''),
  'the body of a call of somebody signed in': post(
    '/project/api/contracts/filter',
    `authorization: Bearer ${person.accessToken}\r\n`,
  ),
  'a body that nobody reads': 'GET /healthz HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{',
  'a body of a stranger': post('/project/api/contracts', ''),
  'a file of a stranger':
    'POST /common/api/documents/upload HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1000\r\n\r\n--x',
})

/** Opens a slow connection; it sends a letter every `pause` milliseconds. */
export function slowLine(url: string, kind: string, first: string, pause: number): SlowLine {
  const { hostname, port } = new URL(url)
  const since = performance.now()
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  // Reads what arrives, as a client would.
  socket.resume()
  socket.write(first)
  const timer = setInterval(() => {
    if (first !== '') socket.write('x')
  }, pause)
  const cut = new Promise<number>((resolve) =>
    socket.once('close', () => {
      clearInterval(timer)
      resolve(performance.now() - since)
    }),
  )
  return { kind, cut, socket }
}

/** Sends an endless body as fast as it is taken; returns the number of bytes taken and the answer. */
export function endlessBody(
  url: string,
  head: string,
  mostBytes: number,
): Promise<{ taken: number; received: string }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const chunk = Buffer.from(`10000\r\n${' '.repeat(65_536)}\r\n`)
  let taken = 0
  let received = ''
  const send = () => {
    while (!socket.destroyed && taken < mostBytes) {
      taken += 65_536
      if (!socket.write(chunk)) return
    }
    if (taken >= mostBytes) socket.destroy()
  }
  socket.on('error', () => {})
  socket.on('data', (data) => {
    received += data.toString('latin1')
  })
  socket.on('drain', send)
  socket.write(head, send)
  return new Promise((resolve) => socket.once('close', () => resolve({ taken, received })))
}
