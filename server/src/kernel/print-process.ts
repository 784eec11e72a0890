import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { PrintAnswer, PrintOrder } from './print.ts'
import { fill, judge } from './word-files.ts'
import { WordFault } from './word-parts.ts'

/** The process that prints: it knows neither the database nor the store, and may be ended at any moment. */

const require = createRequire(import.meta.url)
const faces = ['400Regular/NotoSans_400Regular.ttf', '700Bold/NotoSans_700Bold.ttf']

/**
 * Every page begins with this: letters of our own fonts alone, whatever fonts the machine has, and nothing in the file that
 * tells when it was printed, so that the same page is the same bytes.
 */
const beginning = '#set document(date: none);#set text(font: "Noto Sans", fallback: false);'

type Typst = typeof import('@myriaddreamin/typst-ts-node-compiler')
let compiler: InstanceType<Typst['NodeCompiler']> | undefined

function open() {
  const { NodeCompiler } = require('@myriaddreamin/typst-ts-node-compiler') as Typst
  const fontBlobs = faces.map((face) => readFileSync(require.resolve(`@expo-google-fonts/noto-sans/${face}`)))
  // Below a file there is no file: a template has nothing to read.
  return NodeCompiler.create({ workspace: `${import.meta.filename}/nothing`, fontArgs: [{ fontBlobs }] })
}

function pdf(template: string, data: string): Uint8Array {
  compiler ??= open()
  const compiled = compiler.compile({ mainFileContent: beginning + template, inputs: { data } })
  if (!compiled.result) {
    const faults: { message: string }[] = compiled.takeError()?.shortDiagnostics ?? []
    throw new Error(`The template is at fault: ${faults.map(({ message }) => message).join('; ')}`)
  }
  try {
    return compiler.pdf(compiled.result)
  } finally {
    // What it keeps of pages that were printed is of no use to others.
    compiler.evictCache(3)
  }
}

async function answerTo(order: PrintOrder): Promise<PrintAnswer> {
  try {
    if ('template' in order) return { bytes: pdf(order.template, order.data) }
    if ('letter' in order) return { bytes: await fill(order) }
    await judge(order.judged)
    return { bytes: new Uint8Array() }
  } catch (error) {
    if (error instanceof WordFault) return { refused: error.said }
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

// Whoever waits for an answer of the product goes before, where that may be said.
try {
  setPriority(10)
} catch {}
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// Typst answers to nobody while it works, so that its memory is watched from beside it.
new Worker(new URL('./print-watch.ts', import.meta.url), { execArgv: [] }).unref()
process.on('message', (order: PrintOrder) => void answerTo(order).then((answer) => process.send?.(answer)))
