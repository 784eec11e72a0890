import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Plugin, type Rolldown, transformWithOxc } from 'vite'

/** The roots of the shell beside the first load of every page: the screens that work on site, and the frame around them. */
const roots = [
  'src/app/Dock.tsx',
  'src/app/HeaderMenus.tsx',
  'src/app/SessionEnd.tsx',
  'src/works/measure/SheetForm.tsx',
  'src/works/measure/SheetList.tsx',
  'src/works/measure/SheetPage.tsx',
  'src/pages/Home.tsx',
  'src/works/tasks/TaskForm.tsx',
  'src/works/tasks/TaskSearch.tsx',
]

/** Document readers are large, and show nothing without a server. */
const isLeftOut = (source: string) => source.startsWith('src/documents/documents/')

type Bundle = Rolldown.OutputBundle

const sourceOf = ({ facadeModuleId }: Rolldown.OutputChunk) =>
  facadeModuleId ? relative(import.meta.dirname, facadeModuleId) : ''

/** The files of the roots and of everything that they import, statically or dynamically. */
function filesIn(bundle: Bundle): string[] {
  const files = new Set<string>()
  const chunkOf = (name: string) => {
    const found = bundle[name]
    return found?.type === 'chunk' ? found : undefined
  }
  const all = Object.keys(bundle).flatMap((name) => chunkOf(name) ?? [])
  const add = (chunk: Rolldown.OutputChunk, isWhole: boolean): void => {
    if (files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    const later = isWhole ? chunk.dynamicImports.flatMap((name) => chunkOf(name) ?? []) : []
    for (const one of chunk.imports.flatMap((name) => chunkOf(name) ?? [])) add(one, isWhole)
    for (const one of later) if (!isLeftOut(sourceOf(one))) add(one, true)
  }
  // The first load of every page comes first, without its dynamic imports, which are all screens; of those the shell has only the roots.
  // The first load is a chunk group of the build and not an entry, because the entry script is inlined into the document.
  const beginning = all.filter(({ name }) => name === 'index')
  if (beginning.length === 0) throw new Error('No script is called index: the shell would be the whole product')
  for (const chunk of beginning) add(chunk, false)
  for (const root of roots) {
    const chunk = all.find((one) => sourceOf(one) === root)
    if (!chunk) throw new Error(`The shell's ${root} is no script of its own`)
    add(chunk, true)
  }
  for (const name of Object.keys(bundle)) if (/\/latin-[^/]+\.woff2$/.test(name)) files.add(name)
  return [...files].sort().map((name) => `/${name}`)
}

/** Builds the service worker with the names of the shell's files, which it caches for the screens that work on site. */
export function shellWorker(): Plugin {
  return {
    name: 'shell-worker',
    apply: 'build',
    generateBundle: {
      // Vite removes the script of the document after inlining it.
      order: 'post',
      async handler(_, bundle) {
        const path = join(import.meta.dirname, 'shell/worker.ts')
        const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path)
        const files = JSON.stringify(filesIn(bundle))
        const release = createHash('sha256').update(files).update(code).digest('hex').slice(0, 12)
        const source = `const release = '${release}'\nconst files = ${files}\n${code}`
        this.emitFile({ type: 'asset', fileName: 'sw.js', source })
      },
    },
  }
}
