import { imageFaults, imageTypes } from '@plinth/api/account'
import { AppError, invalid } from '../kernel/errors.ts'

/** Pixels on a side of a stored profile image. */
const side = 256
/** As many as a file of the largest size can show: a small one that unpacks to gigabytes is refused unopened. */
const maxPixels = 25_000_000
/** Pictures of people that may wait for their turn. */
const maxWaiting = 20

async function squared(file: Uint8Array): Promise<Buffer> {
  // Read in with the first image: it takes tens of megabytes.
  const { default: sharp } = await import('sharp')
  // Nothing is worked on twice, so nothing is worth keeping.
  sharp.cache(false)
  try {
    return await sharp(file, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    throw invalid([{ path: 'file', message: 'cannot be read as an image, or has too many pixels' }])
  }
}

let last: Promise<unknown> = Promise.resolve()

/** One image after the other in the whole server: each may take hundreds of megabytes while it is open. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work)
  last = mine.catch(() => {})
  return mine
}

let waiting = 0

async function inQueue<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= maxWaiting)
    throw new AppError(429, 'too_many', 'Many images arrive at this moment. Please try again.', { retryAfter: 5 })
  waiting += 1
  try {
    return await inTurn(work)
  } finally {
    waiting -= 1
  }
}

/**
 * A person's picture as it is stored: upright, cropped to a square around its middle, WEBP, nothing of the original
 * file but its pixels. Throws 415 when the content is no JPEG, PNG, WEBP or GIF whatever the file says it is, 400 when
 * it cannot be read, 429 when too many arrive at once. Not for use within a transaction: it may take seconds.
 */
export async function squareImage(file: Uint8Array): Promise<Buffer> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(file)
  if (!imageTypes.some((allowed) => allowed === type?.mime))
    throw new AppError(415, 'unsupported_type', imageFaults.type)
  return inQueue(() => squared(file))
}
