import { imageFaults, imageTypes } from '@plinth/api/access/account'
import { AppError, invalid } from '../../kernel/errors.ts'
import { DrawingEnded, draw } from '../../kernel/files/pictures.ts'

/** Throws 400 for a file that cannot be drawn, 503 when the drawing process ended early. */
async function drawSquare(file: Uint8Array, company: string): Promise<Uint8Array> {
  const drawn = await draw(company, { person: file }).catch((error: unknown) => {
    if (!(error instanceof DrawingEnded)) throw error
    throw new AppError(503, 'unavailable', 'The image could not be drawn now. Please try again.', { retryAfter: 5 })
  })
  const [image] = drawn ?? []
  if (!image) throw invalid([{ path: 'file', message: 'cannot be read as an image, or has too many pixels' }])
  return image
}

/**
 * A person's picture as it is stored: upright, cropped to a square around its middle, as WEBP, with the pixels of the
 * original file and nothing else. Throws 415 when the content is not JPEG, PNG, WEBP or GIF, whatever type the file
 * claims; 400 when it cannot be read; 429 when the company sends too many at once; 503 when all companies together do.
 * Not for use inside a transaction: it may take seconds.
 */
export async function squareImage(file: Uint8Array, company: string): Promise<Buffer> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(file)
  if (!imageTypes.some((allowed) => allowed === type?.mime))
    throw new AppError(415, 'unsupported_type', imageFaults.type)
  return Buffer.from(await drawSquare(file, company))
}
