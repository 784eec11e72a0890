import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { shellWorker } from './shell-worker.ts'

const outDir = join(import.meta.dirname, 'dist')

/** How many screens the slices bring. */
function screens(): number {
  const pages = join(import.meta.dirname, 'src')
  const slices = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /[/\\]slice\.ts$/.test(name),
  )
  const texts = slices.map((name) => readFileSync(join(pages, name), 'utf8'))
  return texts.join('').match(/\bscreenPart\(/g)?.length ?? 0
}

/** What every form of records is made of: as one file it is two kilobytes lighter than in pieces. */
const formParts =
  /react-hook-form|[\\/]ui[\\/](?:FieldState|FormFields|FormScreen|MoreFields|RecordForm|RecordView|fields-of)\.tsx$/

/** Compressing once here lets the server send the best encoding without spending a request's time on it. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    closeBundle() {
      for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
        // The document is made anew for each page that is asked for, and the worker has to be one file: whoever replaces it replaces all of it.
        if (!/\.(js|css|svg|json)$/.test(name) || name.startsWith('.') || name === 'sw.js') continue
        const file = join(outDir, name)
        const content = readFileSync(file)
        if (content.length < 1024) continue
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
        writeFileSync(`${file}.br`, brotliCompressSync(content))
      }
    },
  }
}

/**
 * Scripts that several screens are made of. They mostly have come with one of the first; named beside each import, to be fetched along
 * with it, they would be more than a kilobyte of every first load.
 */
const shared = new Set<string>()
const findShared: Plugin = {
  name: 'shared-scripts',
  enforce: 'pre',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]))
    const screens = chunks.filter(({ name }) => name === 'index').flatMap(({ dynamicImports }) => dynamicImports)
    const uses = new Map<string, number>()
    for (const screen of screens) {
      // A set goes on to what is added to it on the way.
      const made = new Set(importsOf.get(screen))
      for (const name of made) for (const one of importsOf.get(name) ?? []) made.add(one)
      for (const name of made) uses.set(name, (uses.get(name) ?? 0) + 1)
    }
    for (const [name, count] of uses) if (count > 1) shared.add(name)
  },
}

const pdfParts = ['standard_fonts', 'cmaps', 'wasm']

/** Fonts and decoders that the PDF reader asks for by their names, once a document needs one. */
function servePdfParts(): Plugin {
  const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  const { version }: { version: string } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const files = pdfParts
    .flatMap((part) => readdirSync(join(home, part)).map((name) => `${part}/${name}`))
    // Our pages run no WebAssembly.
    .filter((name) => !/\.wasm$|quickjs/i.test(name))
  return {
    name: 'pdf-parts',
    generateBundle() {
      for (const name of files)
        this.emitFile({
          type: 'asset',
          fileName: `static/pdf-${version}/${name}`,
          source: readFileSync(join(home, name)),
        })
    },
    configureServer({ middlewares }) {
      middlewares.use(`/static/pdf-${version}`, ({ url = '' }, response, next) => {
        if (!files.includes(url.slice(1))) return next()
        if (url.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
        response.end(readFileSync(join(home, url)))
      })
    },
  }
}

/** A class of a CSS module by its own name and that of its file; Vite's own are longer, and stand in the first load. */
function scopedName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file)
  return `${name}_${createHash('sha256').update(path).digest('hex').slice(0, 5)}`
}

/** The server behind `vite`, when it is not the one that `npm start` runs. */
const server = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), findShared, servePdfParts(), shellWorker(), precompress()],
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'static/js/[name]-[hash:7].js' } } },
  css: { modules: { generateScopedName: scopedName } },
  build: {
    outDir,
    emptyOutDir: true,
    // Tells the server which files a screen is made of.
    manifest: true,
    target: 'es2023',
    // From here on browsers know light-dark() themselves.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsDir: 'static',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, scripts) => scripts.filter((name) => !shared.has(name)),
    },
    rolldownOptions: {
      output: {
        entryFileNames: 'static/js/[name]-[hash:7].js',
        // Scripts and styles go without their names, which would be kilobytes of every first load: it lists each later file.
        chunkFileNames: ({ name }) => (name === 'index' ? 'static/js/[name]-[hash:7].js' : 'static/js/[hash:7].js'),
        assetFileNames: ({ names }) =>
          names.every((name) => name.endsWith('.css')) ? 'static/[hash:7][extname]' : 'static/[name]-[hash:7][extname]',
        // Else what the entry shares with screens, and most screens with each other, is cut into small files, which
        // compress worse: a form is 7 KB lighter so, and the home page, which needs little of it, 19 KB heavier.
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], priority: 1 },
            // Of dialogs, tables and lists of choices. In the kit they were four kilobytes of the first load of who signs in.
            { name: 'scrollbars', test: /[\\/]ScrollArea[\\/]/, includeDependenciesRecursively: false, priority: 0.5 },
            { name: 'form', test: formParts, includeDependenciesRecursively: false, priority: 0.5 },
            // Of what is no slice's own: that many screens know of contracts, and yet none that signs in does. What all but a few share is the
            // same with one entity more, which brings a list and a form: counted by a share of the screens, it moved modules into every first
            // load. Parts of screens that come later share modules, too, and make up for screens that are neither.
            { name: 'kit', test: /node_modules|[\\/](?:ui|lib|kernel)[\\/]/, minShareCount: screens() },
            // Those of the sidebar and those that several screens show: a file for each is heavier than all of them in one.
            { name: 'icons', test: /@tabler[\\/]icons/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/auth/api', '/platform/api', '/project/api', '/common/api', '/payment/api', '/api/common'].map((prefix) => [
        prefix,
        server,
      ]),
    ),
  },
})
