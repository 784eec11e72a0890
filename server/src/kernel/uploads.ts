import multipart from '@fastify/multipart'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { AppError, invalid } from './errors.ts'

/** A route that is given any file's bytes as they are, whatever type it is said to be of. */
export function routeOfFiles(app: FastifyInstance, options: RouteOptions): void {
  void app.register(async (files) => {
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    files.route(options)
  })
}

/** A route that is sent a form with a file in it, which is read when `fileOf` asks for it: after the permission. */
export function routeOfForms(app: FastifyInstance, options: RouteOptions): void {
  void app.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    await forms.register(multipart)
    forms.addContentTypeParser('*', (_request, _payload, done) => done(null))
    forms.route(options)
  })
}

const smallFields = { fields: 20, parts: 25, fieldNameSize: 100, fieldSize: 10_000, headerPairs: 50 }

/**
 * The file of a form, whole: its name and bytes. Throws 400 when there is none or the form is broken, 413 when the file
 * is over the limit, 415 when the request is no form.
 */
export async function fileOf(request: FastifyRequest, { field = 'file', maxBytes }: NonNullable<Endpoint['upload']>) {
  if (!request.isMultipart())
    throw new AppError(415, 'unsupported_type', 'The content type must be multipart/form-data.')
  const part = await request
    .file({ limits: { ...smallFields, files: 1, fileSize: maxBytes } })
    .catch((error: Error) => {
      if ('statusCode' in error) throw error
      throw new AppError(400, 'invalid', 'The form is not well-formed.')
    })
  if (part?.fieldname !== field) throw invalid([{ path: field, message: 'is required' }])
  const bytes = await part.toBuffer()
  // Whoever has sent it all waits in silence while it is worked on, and is not cut off for that.
  request.socket.setTimeout(0)
  return { name: part.filename, bytes }
}

/** A file's name without what would turn it round or break a line. */
export const nameable = (name: string) =>
  name
    .toWellFormed()
    .replace(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .slice(-255)
    .toWellFormed()
    .trim() || 'Unnamed'

/** Who sends a file to a call: one of a company at a time, and so many in all, since each is held in memory. */
export function uploadTurns(places = 3) {
  const taken = new Set<string>()
  /** Runs `work` in a turn of the company's. Throws 429 when another upload of theirs runs, or all places are taken. */
  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (taken.has(key) || taken.size >= places)
      throw new AppError(429, 'too_many', 'Another upload is under way. Please try again when it is done.', {
        retryAfter: 5,
      })
    taken.add(key)
    try {
      return await work()
    } finally {
      taken.delete(key)
    }
  }
}
