import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { PrintAnswer, PrintOrder, PrintOutcome } from './print.ts'
import { cleanLetterhead, fill } from './word-files.ts'
import { WordFault } from './word-xml.ts'

/** The process that prints: it knows neither the database nor the store, and may be ended at any moment. */

/** What may stay taken between two orders: Typst gives back nothing of a page that it has printed, about 1 MB of each letter. */
const restingMemory = 256 * 1024 * 1024

const faces = ['400Regular/NotoSans_400Regular.ttf', '700Bold/NotoSans_700Bold.ttf']

/**
 * Every page begins with this: letters of our own fonts alone, whatever fonts the machine has, and nothing in the file that
 * tells when it was printed, so that the same page is the same bytes.
 */
const beginning = '#set document(date: none);#set text(font: "Noto Sans", fallback: false);'

let compiler: NodeCompiler | undefined

async function open(): Promise<NodeCompiler> {
  const typst = await import('@myriaddreamin/typst-ts-node-compiler')
  const addresses = faces.map((face) => new URL(import.meta.resolve(`@expo-google-fonts/noto-sans/${face}`)))
  // Below a file there is no file: a template has nothing to read.
  return typst.NodeCompiler.create({
    workspace: `${import.meta.filename}/nothing`,
    fontArgs: [{ fontBlobs: addresses.map((address) => readFileSync(address)) }],
  })
}

async function pdf(template: string, data: string): Promise<Uint8Array> {
  compiler ??= await open()
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

async function outcomeOf(order: PrintOrder): Promise<PrintOutcome> {
  try {
    if ('template' in order) return { bytes: await pdf(order.template, order.data) }
    if ('letter' in order) return { bytes: await fill(order) }
    return { bytes: await cleanLetterhead(order.letterhead) }
  } catch (error) {
    if (error instanceof WordFault) return { refused: error.said }
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

const end = () => process.kill(process.pid, 'SIGKILL')

// Whoever waits for an answer of the product goes before, where that may be said.
try {
  setPriority(10)
} catch {}
process.on('disconnect', end)
// Typst answers to nobody while it works, so that its memory is watched from beside it.
new Worker(new URL('./print-watch.ts', import.meta.url), { execArgv: [] }).unref()

function answer(outcome: PrintOutcome): void {
  const given: PrintAnswer = { outcome, isLast: process.memoryUsage.rss() > restingMemory }
  process.send?.(given, undefined, undefined, () => {
    if (given.isLast) end()
  })
}

process.on('message', (order: PrintOrder) => void outcomeOf(order).then(answer))
