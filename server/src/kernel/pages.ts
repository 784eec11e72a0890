import { join } from 'node:path'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const year = 365 * 24 * 3600

async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders(reply, path) {
      // Files under static/ carry their content's hash, or their version, in their path.
      const lasting = path.startsWith(join(folder, 'static'))
      reply.header('cache-control', lasting ? `public, max-age=${year}, immutable` : 'no-cache')
    },
  })
}

/**
 * Serves the built pages, when there are any. Every address that is no call and no file is a screen, which the page
 * itself routes; anything else that is not there is a plain 404.
 */
export async function servePages(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder) await serveFiles(app, folder)
  app.setNotFoundHandler((request, reply) => {
    const wantsScreen = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (folder && wantsScreen && !request.url.includes('/api/'))
      return reply.header('cache-control', 'no-cache').sendFile('index.html')
    return reply.code(404).send({ code: 'not_found', message: 'Not found' })
  })
}

/** What a page may load, and who may show it within another. */
export async function guardPages(app: FastifyInstance, storeOrigin: string | undefined): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Large files come and go between the browser and the store itself, where it can be reached.
        connectSrc: ["'self'", ...(storeOrigin ? [storeOrigin] : [])],
        // Mantine writes its computed styles into the page.
        styleSrc: ["'self'", "'unsafe-inline'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
  })
}
