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
    // The document is made for each page, and what the build says of itself is for the server.
    allowedPath: (path) => path !== '/index.html' && !path.endsWith('/'),
    dotfiles: 'ignore',
    setHeaders(reply, path) {
      // Files under static/ carry their content's hash, or their version, in their path.
      const lasting = path.startsWith(join(folder, 'static'))
      reply.header('cache-control', lasting ? `public, max-age=${year}, immutable` : 'no-cache')
      // The type of an image says nothing of the letters it is written in, which XML may be in any.
      if (/\.svg(?:\.(?:br|gz))?$/.test(path)) reply.type('image/svg+xml; charset=utf-8')
    },
  })
  serveMaps(app, originOf)
}

/** What the pages are served with. */
export interface PagesOptions {
  /** Folder of the built pages; without one there are none. */
  folder: string | undefined
  /** How to reach whoever runs the installation, told on the contact page. */
  contact?: ContactDetails | undefined
  originOf: PageOrigin
}

/**
 * Serves the built pages, when there are any. Every address that is no call and no file is a screen, which the page
 * itself routes; anything else that is not there is a plain 404.
 */
export async function servePages(app: FastifyInstance, { folder, contact, originOf }: PagesOptions): Promise<void> {
  if (folder) await serveFiles(app, folder, originOf)
  const make = folder ? documentMaker(folder, contact) : undefined
  app.setNotFoundHandler((request, reply) => {
    const [address = '', asked] = request.url.split('?', 2)
    const path = address.replace(/#.*$/s, '').replace(/(.)\/$/, '$1')
    // What reads a page for a preview seldom says that it wants one.
    const wantsScreen = openPages.has(path) || request.headers.accept?.includes('text/html')
    if (make && wantsScreen && /^(?:GET|HEAD)$/.test(request.method) && !path.includes('/api/'))
      return sendDocument(
        request,
        reply,
        make({ path, query: new URLSearchParams(asked), language: languageOf(request), origin: originOf(request) }),
      )
    return reply.code(404).send(nothing)
  })
}
