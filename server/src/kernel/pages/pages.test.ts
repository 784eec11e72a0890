import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'plinth-pages-'))
const template = readFileSync(join(import.meta.dirname, '../../../../web/index.html'), 'utf8')

/** Writes what a build leaves: the document, the manifest and files. */
function build(): void {
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
  mkdirSync(join(folder, '.vite'))
  mkdirSync(join(folder, 'static/js'), { recursive: true })
  write('index.html', template.replace('/src/main.tsx', '/static/js/entry-1.js'))
  write('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  write('static/js/entry-1.js', '')
  write('sw.js', 'self')
  const entry = { file: 'static/js/entry-1.js' }
  const shared = { file: 'static/js/shared-1.js', imports: ['entry'] }
  const home = { file: 'static/js/Home-1.js', css: ['static/Home-1.css'], imports: ['entry', 'shared'] }
  const words = { file: 'static/hi-1.json' }
  const site = [
    'src/app/Dock.tsx',
    'src/works/tasks/TaskSearch.tsx',
    'src/works/tasks/TaskTree.tsx',
    'src/works/tasks/SiteCard.tsx',
    'src/works/tasks/TaskForm.tsx',
  ]
  const screens = site.map((source) => [source, { file: source.replace(/.*\/(\w+)\.tsx$/, 'static/js/$1-1.js') }])
  const all = {
    entry,
    shared,
    'src/pages/Home.tsx': home,
    'src/languages/hi.json': words,
    'src/app/fonts/latin.woff2': { file: 'static/latin-1.woff2' },
    ...Object.fromEntries(screens),
  }
  write('.vite/manifest.json', JSON.stringify(all))
}

const contact = { email: 'office@plinth.example', phone: undefined, address: '12 "A" Road, Pune 411001' }

beforeAll(async () => {
  build()
  server = await startTestServer({ pages: folder, contact, trustProxy: 'loopback' })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const browser = { accept: 'text/html,*/*;q=0.8', host: 'plinth.example' }
const get = (url: string, headers: InjectOptions['headers'] = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  server.app.inject({ method, url, headers: { ...browser, ...headers } })
const textOf = async (url: string, headers?: InjectOptions['headers']) => (await get(url, headers)).body
const titleOf = (text: string) => /<title>(.*?)<\/title>/.exec(text)?.[1]
const metaOf = (text: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="(.*?)" />`).exec(text)?.[1]

const open = ['/', '/about', '/contact', '/login']

describe('a public page', () => {
  test('has a title, a description and a preview of its own', async () => {
    const texts = await Promise.all(open.map((path) => textOf(path)))
    expect(texts.map(titleOf)).toEqual([
      'Plinth: the back office of contracting',
      'About Plinth',
      'Contact Plinth',
      'Login · Plinth',
    ])
    expect(new Set(texts.map((text) => metaOf(text, 'description'))).size).toBe(4)
    for (const [at, text] of texts.entries()) {
      expect(metaOf(text, 'description')?.length).toBeGreaterThan(50)
      expect(metaOf(text, 'og:title')).toBe(titleOf(text))
      expect(metaOf(text, 'og:image')).toBe('http://plinth.example/preview.jpg')
      expect(text).toContain(`<link rel="canonical" href="http://plinth.example${open[at]}" />`)
      expect(metaOf(text, 'robots')).toBeUndefined()
    }
  })

  test('is in Hindi, and declares it, for people who chose Hindi', async () => {
    const [english, hindi] = await Promise.all([
      textOf('/about', { cookie: 'language=en' }),
      textOf('/about', { cookie: 'theme=x; language=hi' }),
    ])
    expect(english).toContain('<html lang="en-IN">')
    expect(english).not.toContain('/static/hi-1.json')
    expect(hindi).toContain('<html lang="hi-IN">')
    expect(titleOf(hindi)).toBe('Plinth के बारे में')
    expect(metaOf(hindi, 'description')).toMatch(/\p{Script=Devanagari}/u)
    expect(hindi).toContain('<link rel="preload" href="/static/hi-1.json" as="fetch" crossorigin />')
    expect(await textOf('/about', { cookie: 'xlanguage=hi; language=hindi' })).toBe(english)
    expect(await textOf('/about', { cookie: 'language=en; __Host-language=hi' })).toBe(hindi)
    expect(await textOf('/about', { cookie: 'language=hi; __Host-language=en' })).toBe(english)
  })

  test('preloads the parts of its screen, each once', async () => {
    const text = await textOf('/')
    const links = [...text.matchAll(/<link rel="(stylesheet|modulepreload)" href="(.*?)" \/>/g)]
    expect(links.map(([, rel, href]) => `${rel} ${href}`)).toEqual([
      'stylesheet /static/Home-1.css',
      'modulepreload /static/js/Home-1.js',
      'modulepreload /static/js/shared-1.js',
    ])
    expect(text).toContain(
      '<link rel="preload" href="/static/latin-1.woff2" as="font" type="font/woff2" crossorigin />',
    )
    expect(await textOf('/contracts')).not.toMatch(/modulepreload|as="font"/)
  })

  test.each(open)('is sent to programs that fetch it for a preview: %s', async (path) => {
    const reply = await get(path, { accept: '*/*' })
    expect({ status: reply.statusCode, type: reply.headers['content-type'] }).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
    })
    expect(await get(path, {}, 'HEAD')).toMatchObject({ statusCode: 200, body: '' })
  })

  test('is the same with a query or a trailing slash', async () => {
    const text = await textOf('/about')
    expect(await textOf('/about?utm_source=mail')).toBe(text)
    expect(await textOf('/about/')).toBe(text)
  })

  test('contains the contact details that are set, and no others', async () => {
    const text = await textOf('/contact')
    expect(metaOf(text, 'contact-email')).toBe('office@plinth.example')
    expect(metaOf(text, 'contact-address')).toBe('12 &quot;A&quot; Road, Pune 411001')
    expect(text).not.toContain('contact-phone')
  })
})

describe('any other page', () => {
  test.each(['/contracts/list', '/payroll', '/nowhere', '/__proto__', '/index.html'])(
    'is the same document, hidden from search engines: %s',
    async (path) => {
      const text = await textOf(path)
      expect(titleOf(text)).toBe('Plinth')
      expect(metaOf(text, 'description')).toMatch(/^Tenders/)
      expect(metaOf(text, 'robots')).toBe('noindex')
      expect(metaOf(text, 'og:image')).toBeUndefined()
      expect(text).not.toContain('canonical')
    },
  )

  test.each([
    ['/project-tasks/list', ['TaskSearch', 'Dock', 'TaskTree', 'SiteCard']],
    ['/project-tasks/list?quickFilters=MINE', ['TaskSearch', 'Dock', 'TaskTree', 'SiteCard']],
    ['/project-tasks/list?view=gantt', ['TaskSearch', 'Dock']],
    ['/project-tasks/5f0c2b1e-3d4a-4f6b-8c7d-9e0f1a2b3c4d/edit', ['TaskForm', 'Dock']],
    ['/project-tasks/bulk-upload', []],
    ['/contracts/list', []],
  ])('preloads the first scripts of screens for work on site: %s', async (path, names) => {
    const text = await textOf(path)
    expect([...text.matchAll(/modulepreload" href="\/static\/js\/(\w+)-1\.js"/g)].map(([, name]) => name)).toEqual(
      names,
    )
    // Cards are for phones only.
    if (names.includes('SiteCard')) expect(text).toContain('SiteCard-1.js" media="(max-width: 640px)" />')
  })

  test('is 404 for a request that accepts no HTML, for a call, and for other methods', async () => {
    const none = { statusCode: 404, body: '{"code":"not_found","message":"Not found"}' }
    expect(await get('/contracts/list', { accept: 'application/json' })).toMatchObject(none)
    expect(await get('/common/api/nothing')).toMatchObject(none)
    expect(await get('/about', {}, 'POST')).toMatchObject({ statusCode: 404 })
    expect(await get('/.vite/manifest.json', { accept: '*/*' })).toMatchObject(none)
    expect(await get('/%2evite/manifest.json', { accept: '*/*' })).toMatchObject(none)
  })
})

describe('the document', () => {
  test('is revalidated each time, and sent again only if it changed', async () => {
    const first = await get('/about')
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'cookie' })
    expect(first.headers['content-security-policy']).toContain("default-src 'self'")
    const etag = String(first.headers.etag)
    expect(await get('/about', { 'if-none-match': etag })).toMatchObject({ statusCode: 304, body: '' })
    // A proxy that compresses marks the tag as weak.
    expect(await get('/about', { 'if-none-match': `W/${etag}` })).toMatchObject({ statusCode: 304 })
    expect(await get('/contact', { 'if-none-match': etag })).toMatchObject({ statusCode: 200 })
    const hindi = { 'if-none-match': etag, cookie: 'language=hi' }
    expect(await get('/about', hindi)).toMatchObject({ statusCode: 200 })
  })

  test('and the service worker are revalidated each time, and the content security policy allows the worker', async () => {
    const { statusCode, headers } = await get('/sw.js', { accept: '*/*' })
    expect({ statusCode, ...headers }).toMatchObject({
      statusCode: 200,
      'content-type': expect.stringMatching(/javascript; charset=utf-8$/),
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    })
    // default-src also governs workers unless the policy has a directive for them.
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(headers['content-security-policy']).not.toMatch(/(?:worker|script|child)-src/)
  })

  test('and the files with it declare their character set', async () => {
    const typeOf = async (url: string) => (await get(url)).headers['content-type']
    expect(await typeOf('/')).toBe('text/html; charset=utf-8')
    expect(await typeOf('/favicon.svg')).toBe('image/svg+xml; charset=utf-8')
    expect(await typeOf('/static/js/entry-1.js')).toMatch(/javascript; charset=utf-8$/)
    expect(await typeOf('/sitemap.xml')).toBe('application/xml; charset=utf-8')
  })

  test('uses no host of the request that is invalid', async () => {
    const hosts = [
      'x"><script>alert(1)</script>',
      "x'",
      'evil.example/path',
      'a b',
      'x:99999999',
      'user@evil.example',
      'evil:99999',
      '1.2.3.400',
      '[:::::]',
    ]
    for (const host of hosts) {
      const text = await textOf('/', { host })
      expect(text).not.toContain('og:image')
      expect(text).not.toContain('evil')
      expect(text.match(/<script/g)).toHaveLength(1)
      expect(await textOf('/robots.txt', { host })).not.toContain('Sitemap')
      expect((await get('/sitemap.xml', { host })).statusCode).toBe(404)
    }
    expect(metaOf(await textOf('/', { host: '[::1]:8080' }), 'og:image')).toBe('http://[::1]:8080/preview.jpg')
  })

  test('uses no scheme of a proxy other than http and https', async () => {
    for (const proto of ['../../etc/passwd', 'javascript', 'x"><script>alert(1)</script>']) {
      const text = await textOf('/', { 'x-forwarded-proto': proto })
      expect(text).not.toContain('og:image')
      expect(text.match(/<script/g)).toHaveLength(1)
    }
  })

  test('uses the scheme and host that a trusted proxy forwards', async () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'office.example' }
    expect(metaOf(await textOf('/', headers), 'og:image')).toBe('https://office.example/preview.jpg')
  })
})

describe('search engines', () => {
  test('may read the public pages only', async () => {
    const reply = await get('/robots.txt')
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
    const lines = reply.body.split('\n')
    expect(lines).toEqual(expect.arrayContaining(['User-agent: *', 'Allow: /$', 'Allow: /about', 'Disallow: /']))
    expect(lines).toContain('Sitemap: http://plinth.example/sitemap.xml')
  })

  test('find each public page in the sitemap', async () => {
    const reply = await get('/sitemap.xml')
    expect(reply.headers['content-type']).toBe('application/xml; charset=utf-8')
    const places = [...reply.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place)
    expect(places).toEqual(open.map((path) => `http://plinth.example${path}`))
  })
})

test('without built pages every page is 404', async () => {
  const bare = await startTestServer()
  const reply = await bare.app.inject({ url: '/about', headers: browser })
  await bare.stop()
  expect(reply.statusCode).toBe(404)
})
