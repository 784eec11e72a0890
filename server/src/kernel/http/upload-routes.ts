import multipart from '@fastify/multipart'
import type { FastifyInstance, RouteOptions } from 'fastify'

/** Registers a route in a scope of its own, whose body parser ignores the content type. */
const routeTaking =
  (take: (scope: FastifyInstance) => Promise<void> | void) =>
  (app: FastifyInstance, options: RouteOptions): void => {
    void app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      await take(scope)
      scope.route(options)
    })
  }

/** A route that receives the bytes of any file as a buffer. */
export const routeOfFiles = routeTaking((scope) => {
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
})

/** A route that receives the bytes of any file as a stream, which `arrivalOf` reads after the permission check. */
export const routeOfStreams = routeTaking((scope) => {
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
})

/** A route that receives a form with a file, which `fileOf` reads after the permission check. */
export const routeOfForms = routeTaking(async (scope) => {
  await scope.register(multipart)
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
})

/** More bytes than any mail program sends. */
const mostOfForm = 4_096

/** A route that receives JSON, or a small form whose content is ignored. */
export const routeOfPlainForms = (app: FastifyInstance, options: RouteOptions): void => {
  void app.register(async (scope) => {
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
    scope.addContentTypeParser(forms, { parseAs: 'buffer' }, (_request, _body, done) => done(null))
    scope.route({ ...options, bodyLimit: mostOfForm })
  })
}
