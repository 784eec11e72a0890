import sharp from 'sharp'
import { AppError } from '../kernel/errors.ts'
import { inTurn } from '../users/images.rules.ts'
import { pictureKinds } from './pieces.rules.ts'

/** Pixels on the longer side. */
const sides = { thumbnail: 320, preview: 1_600 }
/** As many as stay within some 300 MB: most kinds are read line by line, some as a whole, AVIF many times over. */
const maxPixels = { lines: 100_000_000, whole: 40_000_000, heif: 16_000_000 }
/** The longest that one image may keep the others waiting. */
const seconds = 20

export interface Pictures {
  thumbnail: Buffer
  preview: Buffer
}

const within = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const

async function draw(path: string): Promise<Pictures | null> {
  // A photo of which the end is missing shows what is there.
  const options = { failOn: 'none', sequentialRead: true } as const
  const found = await sharp(path, { ...options, limitInputPixels: false }).metadata()
  const isWhole = found.isProgressive || found.format === 'gif' || found.format === 'tiff'
  const limitInputPixels = maxPixels[found.format === 'heif' ? 'heif' : isWhole ? 'whole' : 'lines']
  if (found.width * found.height > limitInputPixels) return null
  const preview = await sharp(path, { ...options, limitInputPixels })
    .timeout({ seconds })
    .autoOrient()
    .resize(within(sides.preview))
    .webp({ quality: 82 })
    .toBuffer()
  const thumbnail = await sharp(preview).resize(within(sides.thumbnail)).webp({ quality: 80 }).toBuffer()
  return { thumbnail, preview }
}

const tookTooLong = (error: unknown) => error instanceof Error && /timeout/i.test(error.message)

/**
 * What is shown of an image: WEBP, upright, its first frame or page, nothing of the original file but its pixels. Null
 * for what is no image, cannot be drawn here (HEIC), or would take too long or too much memory (more than 100
 * megapixels; of some kinds fewer). Throws 415 when the content only pretends to be a JPEG, PNG, GIF or WEBP. One image
 * is worked on at a time in the whole server: not for use within a transaction.
 */
export async function picturesOf({ path }: { path: string }, type: string): Promise<Pictures | null> {
  const kind = pictureKinds[type]
  if (!kind) return null
  return inTurn(async () => {
    if (!(await kind.isSafe(path))) return null
    try {
      return await draw(path)
    } catch (error) {
      if (!kind.isSettled || tookTooLong(error)) return null
      throw new AppError(415, 'unsupported_type', 'The image cannot be read: it is damaged, or no image at all.')
    }
  })
}
