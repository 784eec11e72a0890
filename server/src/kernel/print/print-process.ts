import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { PrintAnswer, PrintOrder, PrintOutcome } from './print.ts'
import { cleanLetterhead, fill } from './word-files.ts'
import { WordFault } from './word-xml.ts'

/** The printing process. It has no access to the database or the store and may be ended at any moment. */

/** The most memory that may stay in use between two orders; Typst never frees about 1 MB for each letter. */
const restingMemory = 256 * 1024 * 1024

const faces = ['400Regular/NotoSans_400Regular.ttf', '700Bold/NotoSans_700Bold.ttf']

/**
 * The beginning of every page: only embedded fonts, whatever fonts the machine has, and no date in the file, so that
 * the same page gives the same bytes.
 */
const beginning = '#set document(date: none);#set text(font: "Noto Sans", fallback: false);'

let compiler: NodeCompiler | undefined

async function open(): Promise<NodeCompiler> {
  const typst = await import('@myriaddreamin/typst-ts-node-compiler')
  const addresses = faces.map((face) => new URL(import.meta.resolve(`@expo-google-fonts/noto-sans/${face}`)))
  // The workspace lies below a file, where no file can exist, so that a template has nothing to read.
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
    // The cache of printed pages is useless for other pages.
    compiler.evictCache(3)
  }
}

async function outcomeOf(order: PrintOrder): Promise<PrintOutcome> {
  try {
    if ('template' in order) return { bytes: await pdf(order.template, order.data) }
    if ('letter' in order) return { bytes: await fill(order) }
    return { bytes: await cleanLetterhead(order.letterhead) }
  } catch (error) {
    if (error instanceof WordFault) return { refused: error.sentence }
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

const end = () => process.kill(process.pid, 'SIGKILL')

// Lowers the priority of printing below that of answering requests, where the platform allows it.
try {
  setPriority(10)
} catch {}
process.on('disconnect', end)
// Typst blocks the event loop while it works, so a thread watches its memory.
new Worker(new URL('./print-watch.ts', import.meta.url), { execArgv: [] }).unref()

function answer(outcome: PrintOutcome): void {
  const answered: PrintAnswer = { outcome, isLast: process.memoryUsage.rss() > restingMemory }
  process.send?.(answered, undefined, undefined, () => {
    if (answered.isLast) end()
  })
}

process.on('message', (order: PrintOrder) => void outcomeOf(order).then(answer))
