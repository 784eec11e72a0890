import { AppError } from '../../kernel/errors.ts'
import { pixelLimitOf } from '../../kernel/files/picture-limits.ts'
import { pictureKinds } from './pieces.rules.ts'

async function beginningOf(path: string) {
  const { default: sharp } = await import('sharp')
  // Nothing is looked at twice, so nothing is worth keeping.
  sharp.cache(false)
  return sharp(path, { failOn: 'none', sequentialRead: true, limitInputPixels: false }).metadata()
}

/**
 * Whether a thumbnail and a preview can be drawn of a file, as far as its beginning tells: not of what is no image, cannot
 * be read here (HEIC), or would take too long or too much memory (more than 100 megapixels; of some kinds fewer). Throws 415
 * when the content only pretends to be a JPEG, PNG, GIF or WEBP. Nothing of the image itself is opened.
 */
export async function canBeDrawn({ path }: { path: string }, type: string): Promise<boolean> {
  const kind = pictureKinds[type]
  if (!kind || !(await kind.isSafe(path))) return false
  try {
    const found = await beginningOf(path)
    return found.width * found.height <= pixelLimitOf(found)
  } catch {
    if (!kind.isSettled) return false
    throw new AppError(415, 'unsupported_type', 'The image cannot be read: it is damaged, or no image at all.')
  }
}
