import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { language } from '@plinth/api/kernel/fields'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { ContactDetails } from './config.ts'
import type { PageOrigin } from './page-origin.ts'

const year = 365 * 24 * 3600

type Language = z.infer<typeof language>
interface Words {
  title: string
  description: string
}
interface Page extends Record<Language, Words> {
  /** The source of the screen, whose script is fetched together with that of the product. */
  source: string
}

/** What search engines and previews of links are told of the pages that everybody may read. */
const openPages = new Map<string, Page>([
  [
    '/',
    {
      source: 'src/pages/Home.tsx',
      en: {
        title: 'Plinth: the back office of contracting',
        description:
          'Tenders and contracts, security deposits, projects and site tasks of a contracting business in one place, from the notice to the last refund.',
      },
      hi: {
        title: 'Plinth: ठेकेदारी का बैक ऑफ़िस',
        description:
          'निविदा और अनुबंध, सिक्योरिटी डिपॉज़िट, परियोजनाएँ और साइट के कार्य एक ही जगह: निविदा सूचना से आख़िरी रिफ़ंड तक।',
      },
    },
  ],
  [
    '/about',
    {
      source: 'src/pages/PlainPages.tsx',
      en: {
        title: 'About Plinth',
        description:
          'A cloud product for construction companies, real estate firms and government contractors: what it does, whom it is for and how it keeps companies apart.',
      },
      hi: {
        title: 'Plinth के बारे में',
        description:
          'निर्माण कंपनियों, रियल एस्टेट फ़र्मों और सरकारी ठेकेदारों के लिए क्लाउड प्रोडक्ट: क्या करता है, किसके लिए है और कंपनियों को अलग कैसे रखता है।',
      },
    },
  ],
  [
    '/contact',
    {
      source: 'src/contact/ContactForm.tsx',
      en: {
        title: 'Contact Plinth',
        description: 'Send a message to the people behind Plinth and see it with your own tenders.',
      },
      hi: {
        title: 'Plinth से संपर्क',
        description: 'Plinth के पीछे के लोगों को संदेश भेजें और इसे अपनी निविदाओं के साथ देखें।',
      },
    },
  ],
  [
    '/login',
    {
      source: 'src/auth/Login.tsx',
      en: {
        title: 'Login · Plinth',
        description: 'Log in to the back office of your company with your e-mail or mobile number.',
      },
      hi: {
        title: 'लॉग इन · Plinth',
        description: 'अपने ई-मेल या मोबाइल नंबर से अपनी कंपनी के बैक ऑफ़िस में लॉग इन करें।',
      },
    },
  ],
])

const innerPage: Record<Language, Words> = {
  en: { title: 'Plinth', description: 'Tenders, contracts, deposits, projects and tasks of a contracting business.' },
  hi: { title: 'Plinth', description: 'ठेकेदारी के व्यवसाय की निविदाएँ, अनुबंध, जमा राशि, परियोजनाएँ और कार्य।' },
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)

/** The cookie has a prefix where the page came over TLS; one without it may be somebody else's there. */
function languageOf({ headers: { cookie = '' } }: FastifyRequest): Language {
  const [, chosen] =
    /(?:^|;\s*)__Host-language=(\w+)/.exec(cookie) ?? /(?:^|;\s*)language=(\w+)(?:;|$)/.exec(cookie) ?? []
  return chosen === 'hi' ? 'hi' : 'en'
}

const parts = z.record(
  z.string(),
  z.object({ file: z.string(), css: z.optional(z.array(z.string())), imports: z.optional(z.array(z.string())) }),
)
type Parts = z.infer<typeof parts>

interface Build {
  /** The document that was built. */
  built: string
  /** Which files each source became. */
  all: Parts
}

function buildIn(folder: string): Build {
  const built = readFileSync(join(folder, 'index.html'), 'utf8')
  const path = join(folder, '.vite/manifest.json')
  return { built, all: existsSync(path) ? parts.parse(JSON.parse(readFileSync(path, 'utf8'))) : {} }
}

/** Everything that a screen needs beyond what the document asks for anyway, as links that have it fetched at once. */
function preloads({ built, all }: Build, source: string): string[] {
  const known = new Set<string>()
  const links: string[] = []
  const add = (name: string): void => {
    const part = all[name]
    if (!part || known.has(name) || built.includes(part.file)) return
    known.add(name)
    for (const file of part.css ?? []) links.push(`<link rel="stylesheet" href="/${escaped(file)}" />`)
    links.push(`<link rel="modulepreload" href="/${escaped(part.file)}" />`)
    for (const other of part.imports ?? []) add(other)
  }
  add(source)
  return links
}

interface Asked {
  path: string
  language: Language
  origin: string | undefined
}

/** Title, description and preview of a page; a page that is not for everybody is kept out of search engines. */
function headOf(build: Build, { path, language, origin }: Asked): string[] {
  const page = openPages.get(path)
  const { title, description } = (page ?? innerPage)[language]
  const meta = (name: string, content: string) =>
    `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escaped(content)}" />`
  const head = [`<title>${escaped(title)}</title>`, meta('description', description)]
  const words = language === 'hi' && build.all['src/languages/hi.json']?.file
  if (words) head.push(`<link rel="preload" href="/${escaped(words)}" as="fetch" crossorigin />`)
  if (!page) return [...head, meta('robots', 'noindex')]
  return [
    ...head,
    ...(origin ? [`<link rel="canonical" href="${origin}${path}" />`] : []),
    meta('og:type', 'website'),
    meta('og:site_name', 'Plinth'),
    meta('og:locale', `${language}_IN`),
    meta('og:title', title),
    meta('og:description', description),
    ...(origin
      ? [meta('og:image', `${origin}/preview.jpg`), meta('og:image:width', '1200'), meta('og:image:height', '630')]
      : []),
    meta('twitter:card', 'summary_large_image'),
    ...preloads(build, page.source),
  ]
}

/** Makes the document of a page out of the one that was built. */
function documentMaker(folder: string, contact: ContactDetails | undefined): (asked: Asked) => string {
  const build = buildIn(folder)
  const details = Object.entries(contact ?? {}).flatMap(([name, value]) =>
    value ? [`<meta name="contact-${name}" content="${escaped(value)}" />`] : [],
  )
  return (asked) => {
    const head = [...headOf(build, asked), ...details].join('\n    ')
    return build.built
      .replace('<html lang="en-IN">', `<html lang="${asked.language}-IN">`)
      .replace(/<title>.*?<\/title>/, () => head)
  }
}

/** The page as it is now; a browser that has it already is told so. */
function sendDocument(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  reply.headers({ 'cache-control': 'no-cache', vary: 'cookie', etag: tag })
  if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
  return reply.type('text/html; charset=utf-8').send(text)
}

/** For search engines: the open pages and what they are made of, nothing else. */
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

const nothing = { code: 'not_found', message: 'Not found' }

function serveMaps(app: FastifyInstance, originOf: PageOrigin): void {
  app.get('/robots.txt', async (request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(robots(originOf(request))),
  )
  app.get('/sitemap.xml', async (request, reply) => {
    const origin = originOf(request)
    if (!origin) return reply.code(404).send(nothing)
    return reply.header('cache-control', 'no-cache').type('application/xml; charset=utf-8').send(sitemap(origin))
  })
}

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
    const path = request.url.replace(/[?#].*$/s, '').replace(/(.)\/$/, '$1')
    // What reads a page for a preview seldom says that it wants one.
    const wantsScreen = openPages.has(path) || request.headers.accept?.includes('text/html')
    if (make && wantsScreen && /^(?:GET|HEAD)$/.test(request.method) && !path.includes('/api/'))
      return sendDocument(request, reply, make({ path, language: languageOf(request), origin: originOf(request) }))
    return reply.code(404).send(nothing)
  })
}

/** What a page may load, and who may show it within another. */
export async function guardPages(app: FastifyInstance, storeOrigin: string | undefined): Promise<void> {
  // Made once by a server of their own, since they are the same for every answer.
  const sample = Fastify()
  await sample.register(helmet, {
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
  sample.get('/', async (_, reply) => reply.getHeaders())
  const headers: Record<string, string> = (await sample.inject('/')).json()
  app.addHook('onRequest', async (_, reply) => void reply.headers(headers))
}
