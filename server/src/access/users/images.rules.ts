import { imageFaults, imageTypes } from '@plinth/api/access/account'
import { AppError, invalid } from '../../kernel/errors.ts'
import { DrawingEnded, draw } from '../../kernel/files/pictures.ts'

/** Throws 400 for what cannot be drawn, 503 where the process that draws ended before its time. */
async function squared(file: Uint8Array, company: string): Promise<Uint8Array> {
  const drawn = await draw(company, { person: file }).catch((error: unknown) => {
    if (!(error instanceof DrawingEnded)) throw error
    throw new AppError(503, 'unavailable', 'The image could not be drawn now. Please try again.', { retryAfter: 5 })
  })
  const [image] = drawn ?? []
  if (!image) throw invalid([{ path: 'file', message: 'cannot be read as an image, or has too many pixels' }])
  return image
}

/**
 * A person's picture as it is stored: upright, cropped to a square around its middle, WEBP, nothing of the original
 * file but its pixels. Throws 415 when the content is no JPEG, PNG, WEBP or GIF whatever the file says it is, 400 when
 * it cannot be read, 429 when too many of the company arrive at once, 503 when too many of all do. Not for use within a
 * transaction: it may take seconds.
 */
export async function squareImage(file: Uint8Array, company: string): Promise<Buffer> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(file)
  if (!imageTypes.some((allowed) => allowed === type?.mime))
    throw new AppError(415, 'unsupported_type', imageFaults.type)
  return Buffer.from(await squared(file, company))
}
