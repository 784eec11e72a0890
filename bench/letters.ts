import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LetterContent } from '@plinth/api/kernel/letter'
import { letterPdf } from '../server/src/kernel/print/letter-pdf.ts'
import { endPrinting } from '../server/src/kernel/print/print.ts'
import { letterWord } from '../server/src/kernel/print/word.ts'
import { englishLetter, hindiLetter } from '../server/src/kernel/testing/letters.ts'
import { line, megabytes, milliseconds, quantile, timed } from './measures.ts'

/**
 * Measures a letter of two pages as PDF and in Word, the first one including the start of the printing process, and the memory
 * of that process. Quote the times only of a quiet machine.
 */

const rounds = 200
const rows = 28

/** A letter with a table over two pages, different each time, so that no cache helps. */
function longer(letter: LetterContent, round: number): LetterContent {
  const long = (piece: LetterContent['body'][number]) => {
    if (typeof piece === 'string') return piece
    const [first = []] = piece.rows
    return {
      ...piece,
      rows: Array.from({ length: rows }, (_, at) => [`${at + 1}`, `${round}/${at}`, ...first.slice(2)]),
    }
  }
  return { ...letter, referenceNo: `SBI/${round}`, body: letter.body.map(long) }
}

const kinds = {
  'PDF, English': (round: number) => letterPdf('bench', longer(englishLetter, round)),
  'PDF, Hindi': (round: number) => letterPdf('bench', longer(hindiLetter, round)),
  'Word, English': (round: number) => letterWord('bench', longer(englishLetter, round)),
  'Word, Hindi': (round: number) => letterWord('bench', longer(hindiLetter, round)),
}

const resident = (pid: string) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024

/** Memory of this process and of the printing process. */
function memory(): string {
  const children = readdirSync(`/proc/${process.pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${process.pid}/task/${thread}/children`, 'utf8').trim().split(' '),
  )
  const printing = children.filter(Boolean).reduce((sum, pid) => sum + resident(pid), 0)
  return `${megabytes(process.memoryUsage.rss())}, printing ${megabytes(printing)}`
}

console.log(`Memory before: ${memory()}`)
line('', 'the first', 'p50', 'p95', 'bytes')
for (const [name, make] of Object.entries(kinds)) {
  endPrinting()
  const first = await timed(() => make(0))
  const times: number[] = []
  for (let round = 1; round <= rounds; round += 1) times.push(await timed(() => make(round)))
  const { length } = await make(rounds + 1)
  line(name, milliseconds(first), milliseconds(quantile(times, 0.5)), milliseconds(quantile(times, 0.95)), length)
  console.log(`Memory: ${memory()}`)
}
endPrinting()
await sleep(500)
console.log(`Memory after: ${memory()}`)
