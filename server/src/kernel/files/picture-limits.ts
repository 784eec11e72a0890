import type { Metadata } from 'sharp'

/**
 * These limits keep memory within some 300 MB: most formats are read line by line, some as a whole, AVIF many times
 * over.
 */
const maxPixels = { lines: 100_000_000, whole: 40_000_000, heif: 16_000_000 }

/** The most pixels of an image of this format that is drawn. */
export function pixelLimitOf({ isProgressive, format }: Pick<Metadata, 'isProgressive' | 'format'>): number {
  const isWhole = isProgressive || format === 'gif' || format === 'tiff'
  return maxPixels[format === 'heif' ? 'heif' : isWhole ? 'whole' : 'lines']
}
