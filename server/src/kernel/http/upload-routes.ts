import multipart from '@fastify/multipart'
import type { FastifyInstance, RouteOptions } from 'fastify'

/** Routes whose bodies are taken in one way alone, whatever type they are said to be of. */
const routeTaking =
  (take: (scope: FastifyInstance) => Promise<void> | void) =>
  (app: FastifyInstance, options: RouteOptions): void => {
    void app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      await take(scope)
      scope.route(options)
    })
  }

/** A route that is given any file's bytes as they are. */
export const routeOfFiles = routeTaking((scope) => {
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
})

/** A route that is given any file's bytes as a stream, which is read when `arrivalOf` asks for it: after the permission. */
export const routeOfStreams = routeTaking((scope) => {
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
})

/** A route that is sent a form with a file in it, which is read when `fileOf` asks for it: after the permission. */
export const routeOfForms = routeTaking(async (scope) => {
  await scope.register(multipart)
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
})

/** So many bytes are more than any mail program sends. */
const mostOfForm = 4_096

/** A route that is sent JSON, or a small form of which nothing is read. */
export const routeOfPlainForms = (app: FastifyInstance, options: RouteOptions): void => {
  void app.register(async (scope) => {
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
    scope.addContentTypeParser(forms, { parseAs: 'buffer' }, (_request, _body, done) => done(null))
    scope.route({ ...options, bodyLimit: mostOfForm })
  })
}
