import sharp from 'sharp'
import { AppError } from '../kernel/errors.ts'
import { inTurn } from '../users/images.rules.ts'

/** Pixels on the longer side. */
const sides = { thumbnail: 320, preview: 1_600 }
const maxPixels = 100_000_000
/** The longest that one image may keep the others waiting. */
const seconds = 20

/** What can be drawn here; whether what cannot be drawn is no such image at all. */
const drawn: Readonly<Record<string, { isSettled: boolean }>> = {
  'image/jpeg': { isSettled: true },
  'image/png': { isSettled: true },
  'image/gif': { isSettled: true },
  'image/webp': { isSettled: true },
  // Of these there are kinds that are sound and yet cannot be read here.
  'image/tiff': { isSettled: false },
  'image/avif': { isSettled: false },
}

export interface Pictures {
  thumbnail: Buffer
  preview: Buffer
}

const within = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const

async function draw(path: string): Promise<Pictures | null> {
  // A photo of which the end is missing shows what is there.
  const options = { failOn: 'none', sequentialRead: true } as const
  const { width, height } = await sharp(path, { ...options, limitInputPixels: false }).metadata()
  if (width * height > maxPixels) return null
  const preview = await sharp(path, { ...options, limitInputPixels: maxPixels })
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
 * for what is no image, cannot be drawn here (HEIC), has more than 100 megapixels or takes too long. Throws 415 when
 * the content only pretends to be a JPEG, PNG, GIF or WEBP. One image is worked on at a time in the whole server: not
 * for use within a transaction.
 */
export async function picturesOf({ path }: { path: string }, type: string): Promise<Pictures | null> {
  const kind = drawn[type]
  if (!kind) return null
  try {
    return await inTurn(() => draw(path))
  } catch (error) {
    if (!kind.isSettled || tookTooLong(error)) return null
    throw new AppError(415, 'unsupported_type', 'The image cannot be read: it is damaged, or no image at all.')
  }
}
