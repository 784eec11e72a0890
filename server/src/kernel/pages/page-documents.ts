import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { ContactDetails } from '../config/config.ts'
import { innerPage, type Language, openPages } from './open-pages.ts'
import { type Beginning, beginningsOf } from './site-screens.ts'

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)

/**
 * The language of a page by its cookie. Over TLS the cookie has the __Host- prefix; one without it could be set by
 * somebody else.
 */
export function languageOf({ headers: { cookie = '' } }: FastifyRequest): Language {
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
  /** The document of the build. */
  built: string
  /** The built files of each source. */
  all: Parts
}

function buildIn(folder: string): Build {
  const built = readFileSync(join(folder, 'index.html'), 'utf8')
  const path = join(folder, '.vite/manifest.json')
  return { built, all: existsSync(path) ? parts.parse(JSON.parse(readFileSync(path, 'utf8'))) : {} }
}

/** Links that preload everything that a screen needs beyond what the document loads anyway. */
function preloads({ built, all }: Build, beginnings: readonly Beginning[]): string[] {
  const known = new Set<string>()
  const links: string[] = []
  const add = (name: string, where: string): void => {
    const part = all[name]
    if (!part || known.has(name) || built.includes(part.file)) return
    known.add(name)
    for (const file of part.css ?? []) links.push(`<link rel="stylesheet" href="/${escaped(file)}"${where} />`)
    links.push(`<link rel="modulepreload" href="/${escaped(part.file)}"${where} />`)
    for (const other of part.imports ?? []) add(other, where)
  }
  for (const { source, media } of beginnings) add(source, media ? ` media="${escaped(media)}"` : '')
  return links
}

interface PageRequest {
  path: string
  query: URLSearchParams
  language: Language
  origin: string | undefined
}

/** Title, description and preview of a page; pages that are not public are hidden from search engines. */
function headOf(build: Build, { path, query, language, origin }: PageRequest): string[] {
  const page = openPages.get(path)
  const { title, description } = (page ?? innerPage)[language]
  const meta = (name: string, content: string) =>
    `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escaped(content)}" />`
  const head = [`<title>${escaped(title)}</title>`, meta('description', description)]
  const words = language === 'hi' && build.all['src/languages/hi.json']?.file
  if (words) head.push(`<link rel="preload" href="/${escaped(words)}" as="fetch" crossorigin />`)
  // A first-time reader sees this page; a late font would shift its layout.
  const letters = page && build.all['src/app/fonts/latin.woff2']?.file
  if (letters) head.push(`<link rel="preload" href="/${escaped(letters)}" as="font" type="font/woff2" crossorigin />`)
  if (!page) return [...head, meta('robots', 'noindex'), ...preloads(build, beginningsOf(path, query))]
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
    ...preloads(build, [page]),
  ]
}

/** Returns a function that makes the document of a page from the built document. */
export function documentMaker(folder: string, contact: ContactDetails | undefined): (request: PageRequest) => string {
  const build = buildIn(folder)
  const details = Object.entries(contact ?? {}).flatMap(([name, value]) =>
    value ? [`<meta name="contact-${name}" content="${escaped(value)}" />`] : [],
  )
  return (request) => {
    const head = [...headOf(build, request), ...details].join('\n    ')
    return build.built
      .replace('<html lang="en-IN">', `<html lang="${request.language}-IN">`)
      .replace(/<title>.*?<\/title>/, () => head)
  }
}

/** Sends the document of a page; a browser that has the current one gets 304. */
export function sendDocument(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  reply.headers({ 'cache-control': 'no-cache', vary: 'cookie', etag: tag })
  if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
  return reply.type('text/html; charset=utf-8').send(text)
}
