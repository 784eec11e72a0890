import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { shellWorker } from './shell-worker.ts'

const outDir = join(import.meta.dirname, 'dist')

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
 * Scripts that several screens import. Most of them are loaded by the time a screen is opened; listed for preloading with each
 * screen, they would add more than a kilobyte to every first load.
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
    const counts = new Map<string, number>()
    for (const screen of screens) {
      // A set also iterates over the names that are added meanwhile.
      const needed = new Set(importsOf.get(screen))
      for (const name of needed) for (const imported of importsOf.get(name) ?? []) needed.add(imported)
      for (const name of needed) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    for (const [name, count] of counts) if (count > 1) shared.add(name)
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

/** The server behind `vite`, when it is not the one that `npm start` runs. */
const server = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), findShared, servePdfParts(), shellWorker(), precompress()],
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'static/js/[name]-[hash:7].js' } } },
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
        // Without these, screens are cut into up to a hundred small files. The walk `bundle` bounds what a first visit loads.
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], priority: 1 },
            // Signing in needs no scrollbars: in the kit they would be four kilobytes of it.
            { name: 'scrollbars', test: /[\\/]ScrollArea[\\/]/, includeDependenciesRecursively: false, priority: 0.5 },
            // What nearly every screen needs. A lower count moves modules into every first load: with 40, signing in loads 35 KB more.
            { name: 'kit', test: /node_modules|[\\/](?:ui|lib|kernel)[\\/]/, minShareCount: 85 },
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
