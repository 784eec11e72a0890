import { AppError } from '../../kernel/errors.ts'
import { pixelLimitOf } from '../../kernel/files/picture-limits.ts'
import { pictureKinds } from './pieces.rules.ts'

async function readMetadata(path: string) {
  const { default: sharp } = await import('sharp')
  // No file is read twice, so a cache is of no use.
  sharp.cache(false)
  return sharp(path, { failOn: 'none', sequentialRead: true, limitInputPixels: false }).metadata()
}

/**
 * Whether a thumbnail and a preview can be drawn of a file, judged by its beginning: not if it is no image, cannot be
 * read here (HEIC), or would take too long or too much memory (more than 100 megapixels; fewer for some kinds). Throws
 * 415 when the content only pretends to be a JPEG, PNG, GIF or WEBP. Does not decode the image.
 */
export async function canBeDrawn({ path }: { path: string }, type: string): Promise<boolean> {
  const kind = pictureKinds[type]
  if (!kind || !(await kind.isSafe(path))) return false
  try {
    const found = await readMetadata(path)
    return found.width * found.height <= pixelLimitOf(found)
  } catch {
    if (!kind.isSettled) return false
    throw new AppError(415, 'unsupported_type', 'The image cannot be read: it is damaged, or no image at all.')
  }
}
