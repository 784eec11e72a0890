import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { inject } from 'vitest'

/** Stands before the product under an origin of its own, and says what the worker of the shell is. */
export interface Front {
  url: string
  /** What is made of the worker that the build has. */
  worker: (built: string) => string
  close: () => Promise<void>
}

async function sendWorker(response: ServerResponse, { worker }: Front): Promise<void> {
  const built = await fetch(new URL('/sw.js', inject('url')))
  const type = built.headers.get('content-type') ?? ''
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(worker(await built.text()))
}

function passOn(asked: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url = '' } = asked
  const onward = request(new URL(url, inject('url')), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  asked.pipe(onward)
}

export async function openFront(): Promise<Front> {
  const front: Front = { url: '', worker: (built) => built, close: () => Promise.resolve() }
  const server = createServer((asked, response) => {
    if (asked.url === '/sw.js') void sendWorker(response, front)
    else passOn(asked, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The front has no port')
  front.url = `http://127.0.0.1:${address.port}`
  front.close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return front
}
