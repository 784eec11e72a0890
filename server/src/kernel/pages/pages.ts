import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ContactDetails } from '../config/config.ts'
import { openPages } from './open-pages.ts'
import { documentMaker, languageOf, sendDocument } from './page-documents.ts'
import type { PageOrigin } from './page-origin.ts'
import { serveMaps } from './search-engines.ts'

const year = 365 * 24 * 3600

const nothing = { code: 'not_found', message: 'Not found' }

async function serveFiles(app: FastifyInstance, folder: string, originOf: PageOrigin): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    index: false,
    cacheControl: false,
    // The document is generated for each page, and the manifest is for the server only.
    allowedPath: (path) => path !== '/index.html' && !path.endsWith('/'),
    dotfiles: 'ignore',
    setHeaders(reply, path) {
      // Files under static/ have a hash of their content, or their version, in their path.
      const isImmutable = path.startsWith(join(folder, 'static'))
      reply.header('cache-control', isImmutable ? `public, max-age=${year}, immutable` : 'no-cache')
      // The media type alone does not state the character set, and XML may have any.
      if (/\.svg(?:\.(?:br|gz))?$/.test(path)) reply.type('image/svg+xml; charset=utf-8')
    },
  })
  serveMaps(app, originOf)
}

/** The options of the served pages. */
export interface PagesOptions {
  /** Folder of the built pages; without one no pages are served. */
  folder: string | undefined
  /** How to reach the operator, for the contact page. */
  contact?: ContactDetails | undefined
  originOf: PageOrigin
}

/**
 * Serves the built pages, if there are any. Every address that is no call and no file is a screen, which the page
 * routes itself; anything else is a plain 404.
 */
export async function servePages(app: FastifyInstance, { folder, contact, originOf }: PagesOptions): Promise<void> {
  if (folder) await serveFiles(app, folder, originOf)
  const make = folder ? documentMaker(folder, contact) : undefined
  app.setNotFoundHandler((request, reply) => {
    const [address = '', search] = request.url.split('?', 2)
    const path = address.replace(/#.*$/s, '').replace(/(.)\/$/, '$1')
    // Programs that fetch a page for a preview seldom send an Accept header for HTML.
    const wantsScreen = openPages.has(path) || request.headers.accept?.includes('text/html')
    if (make && wantsScreen && /^(?:GET|HEAD)$/.test(request.method) && !path.includes('/api/'))
      return sendDocument(
        request,
        reply,
        make({ path, query: new URLSearchParams(search), language: languageOf(request), origin: originOf(request) }),
      )
    return reply.code(404).send(nothing)
  })
}
