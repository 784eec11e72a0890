import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** One request as it is sent. */
export interface Sent {
  method: string
  /** The request target, from the slash on. */
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** Until the whole answer had arrived. */
  milliseconds: number
}

const timeoutMs = 60_000

/** Sends requests unchanged over keep-alive connections. */
export function wireTo(url: string, lines: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: lines })
  const { hostname, port } = new URL(url)

  function attempt({ method, path, headers, body }: Sent): Promise<Reply> {
    const since = performance.now()
    // Set for every method, because Node sends the body of some methods without its length.
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options = { agent, hostname, port, method, path, headers: { ...length, ...headers }, timeout: timeoutMs }
    return new Promise((resolve, reject) => {
      const outgoing = request(options, (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text: Buffer.concat(chunks).toString('utf8'),
            milliseconds: performance.now() - since,
          }),
        )
      })
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${timeoutMs} ms`)))
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }

  return {
    /** Throws when the connection breaks before there is an answer. */
    async send(sent: Sent): Promise<Reply> {
      try {
        return await attempt(sent)
      } catch (error) {
        // The server may close an idle connection at any time, so a client retries once.
        if (!(error instanceof Error && 'code' in error && /^(ECONNRESET|EPIPE)$/.test(String(error.code)))) throw error
        return attempt(sent)
      }
    },
    close: () => agent.destroy(),
  }
}
export type Wire = ReturnType<typeof wireTo>

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The curl command that sends the request again; long values are cut. */
export function curlOf(url: string, { method, path, headers, body }: Sent): string {
  const heads = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value.slice(0, 200)}`)}`)
  const text = body === undefined ? [] : [`--data-binary ${quoted(body.toString('latin1').slice(0, 600))}`]
  return ['curl -i -X', method, ...heads, ...text, quoted(url + path.slice(0, 400))].join(' ')
}

/** Sends bytes that need not be HTTP and returns what arrives until the server closes the connection. Throws when it does not. */
export async function exchange(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', (data) => {
    received += data.toString('latin1')
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  const isClosed = once(socket, 'close').then(() => true)
  if (await Promise.race([isClosed, sleep(timeoutMs, false, { ref: false })])) return received
  socket.destroy()
  throw new Error(`the server did not hang up within ${timeoutMs} ms: ${received}`)
}
