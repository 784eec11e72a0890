import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'

const brotli = promisify(brotliCompress)
const compressions = {
  // The best quality takes a hundred times as long and saves a tenth more.
  br: (text: string) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify<string, Buffer>(gzip),
}

/**
 * In characters. Shorter answers gain little. They also include every answer with a token, whose compressed length
 * could reveal what else it holds (BREACH).
 */
const leastToCompress = 8 * 1024

/**
 * Compresses the large JSON answers of this scope, outside the event loop, if the client accepts it: the tree of a
 * project, half a megabyte, shrinks to a tenth. Files are sent uncompressed because clients can request ranges of them.
 */
export function compressLargeAnswers(scope: FastifyInstance): void {
  scope.addHook('onSend', async ({ headers }, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < leastToCompress) return payload
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = negotiate(headers['accept-encoding'] ?? '', ['br', 'gzip'])
    if (encoding === null) return payload
    reply.header('content-encoding', encoding)
    return compressions[encoding](payload)
  })
}
