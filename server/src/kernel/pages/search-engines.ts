import type { FastifyInstance } from 'fastify'
import { openPages } from './open-pages.ts'
import type { PageOrigin } from './page-origin.ts'

/** The robots.txt: search engines may read the public pages and their files only. */
const robots = (origin: string | undefined) =>
  [
    'User-agent: *\nAllow: /$\nAllow: /?',
    ...[...openPages.keys()].filter((path) => path !== '/').map((path) => `Allow: ${path}`),
    ...['/static/', '/favicon', '/apple-touch-icon.png', '/preview.jpg'].map((path) => `Allow: ${path}`),
    'Disallow: /',
    ...(origin ? ['', `Sitemap: ${origin}/sitemap.xml`, ''] : ['']),
  ].join('\n')
const sitemap = (origin: string) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...[...openPages.keys()].map((path) => `  <url><loc>${origin}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

/** Serves robots.txt, and a sitemap if the origin of the pages is known. */
export function serveMaps(app: FastifyInstance, originOf: PageOrigin): void {
  app.get('/robots.txt', async (request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(robots(originOf(request))),
  )
  app.get('/sitemap.xml', async (request, reply) => {
    const origin = originOf(request)
    if (!origin) return reply.code(404).send({ code: 'not_found', message: 'Not found' })
    return reply.header('cache-control', 'no-cache').type('application/xml; charset=utf-8').send(sitemap(origin))
  })
}
