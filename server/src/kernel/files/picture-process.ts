import { setPriority } from 'node:os'
import sharp from 'sharp'
import { pixelLimitOf } from './picture-limits.ts'
import type { Drawing, DrawingOrder } from './pictures.ts'

/** The drawing process. It has no access to the database or the store and may be ended at any moment. */

/** Pixels on the longer side. */
const sides = { thumbnail: 320, preview: 1_600 }
/** Seconds that one image may take. */
const seconds = 20
/** Side of a person's picture in pixels, and the most pixels that an upload of the largest size can have. */
const person = { side: 256, maxPixels: 25_000_000 }
/** Twice the memory that the largest image should need. */
const maxMemory = 768 * 1024 * 1024
/** The most memory that may stay in use between two orders. */
const restingMemory = 192 * 1024 * 1024

const within = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const

async function drawDocument(path: string): Promise<Buffer[] | null> {
  // A photo whose end is missing is drawn as far as it goes.
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

async function drawPerson(file: Uint8Array): Promise<Buffer[]> {
  const square = await sharp(file, { limitInputPixels: person.maxPixels, failOn: 'error' })
    .timeout({ seconds })
    .autoOrient()
    .resize(person.side, person.side, { fit: 'cover' })
    .webp({ quality: 82 })
    .toBuffer()
  return [square]
}

async function drawOrder(order: DrawingOrder): Promise<Drawing['pictures']> {
  try {
    return 'document' in order ? await drawDocument(order.document) : await drawPerson(order.person)
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

// Lowers the priority of drawing below that of answering requests, where the platform allows it.
try {
  setPriority(10)
} catch {}
// No image is drawn twice, so a cache is useless; one core is enough.
sharp.cache(false)
sharp.concurrency(1)
process.on('disconnect', end)
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemory) end()
}, 100).unref()
process.on('message', (order: DrawingOrder) => void drawOrder(order).then(answer))
