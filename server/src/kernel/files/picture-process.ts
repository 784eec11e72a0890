import { setPriority } from 'node:os'
import sharp from 'sharp'
import { pixelLimitOf } from './picture-limits.ts'
import type { Drawing, DrawingOrder } from './pictures.ts'

/** The process that draws: it knows neither the database nor the store, and may be ended at any moment. */

/** Pixels on the longer side. */
const sides = { thumbnail: 320, preview: 1_600 }
/** The longest that one image may take. */
const seconds = 20
/** Pixels on a side of a person's picture, and as many as a file of the largest size can show. */
const person = { side: 256, maxPixels: 25_000_000 }
/** Twice what the largest of images should take. */
const maxMemory = 768 * 1024 * 1024
/** What may stay taken between two orders. */
const restingMemory = 192 * 1024 * 1024

const within = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const

async function ofDocument(path: string): Promise<Buffer[] | null> {
  // A photo of which the end is missing shows what is there.
  const options = { failOn: 'none', sequentialRead: true } as const
  const limitInputPixels = pixelLimitOf(await sharp(path, { ...options, limitInputPixels: false }).metadata())
  const preview = await sharp(path, { ...options, limitInputPixels })
    .timeout({ seconds })
    .autoOrient()
    .resize(within(sides.preview))
    .webp({ quality: 82 })
    .toBuffer()
  const thumbnail = await sharp(preview).resize(within(sides.thumbnail)).webp({ quality: 80 }).toBuffer()
  return [thumbnail, preview]
}

async function ofPerson(file: Uint8Array): Promise<Buffer[]> {
  const square = await sharp(file, { limitInputPixels: person.maxPixels, failOn: 'error' })
    .timeout({ seconds })
    .autoOrient()
    .resize(person.side, person.side, { fit: 'cover' })
    .webp({ quality: 82 })
    .toBuffer()
  return [square]
}

async function drawn(order: DrawingOrder): Promise<Drawing['pictures']> {
  try {
    return 'document' in order ? await ofDocument(order.document) : await ofPerson(order.person)
  } catch {
    return null
  }
}

const end = () => process.kill(process.pid, 'SIGKILL')

function answer(pictures: Drawing['pictures']): void {
  const drawing: Drawing = { pictures, isLast: process.memoryUsage.rss() > restingMemory }
  process.send?.(drawing, undefined, undefined, () => {
    if (drawing.isLast) end()
  })
}

// Whoever waits for an answer of the product goes before, where that may be said.
try {
  setPriority(10)
} catch {}
// Nothing is drawn twice, so nothing is worth keeping; and one core is enough.
sharp.cache(false)
sharp.concurrency(1)
process.on('disconnect', end)
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemory) end()
}, 100).unref()
process.on('message', (order: DrawingOrder) => void drawn(order).then(answer))
