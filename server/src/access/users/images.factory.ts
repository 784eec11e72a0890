import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { dice } from '../../kernel/testing/dice.ts'
import { seedOf } from '../../kernel/testing/seed.ts'

/** A picture of one colour. */
export const plain = (width = 40, height = 30, background = '#c02020') =>
  sharp({ create: { width, height, channels: 3, background } })

/** A picture in which each pixel has a random colour, so that a truncated file loses a part of the picture. */
export function noisy(width: number, height: number) {
  const roll = dice(seedOf('noisy picture'))
  const pixels = Uint8Array.from({ length: width * height * 3 }, () => roll(256))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** A picture as a PNG with a small palette, which is enough for a screenshot. */
export const compressed = (picture: Buffer): Promise<Buffer> =>
  sharp(picture).png({ palette: true, quality: 90, compressionLevel: 9 }).toBuffer()

export const fileOf = (content: Uint8Array | string, type = 'application/octet-stream') =>
  new Blob([typeof content === 'string' ? content : Uint8Array.from(content)], { type })

/** A valid JPEG of exactly this many bytes, padded with comments of at most 65,533 bytes. */
export async function jpegOf(bytes: number): Promise<Buffer> {
  const image = await plain().jpeg().toBuffer()
  const comments: Buffer[] = []
  for (let missing = bytes - image.length; missing > 0; ) {
    // A comment takes at least four bytes, so fewer than four must never be left over.
    const size = missing > 65_537 + 4 ? 65_537 : Math.min(missing, 60_000)
    const comment = Buffer.alloc(size, 'c')
    comment.writeUInt16BE(0xfffe, 0)
    comment.writeUInt16BE(size - 2, 2)
    comments.push(comment)
    missing -= size
  }
  return Buffer.concat([image.subarray(0, 2), ...comments, image.subarray(2)])
}

function chunk(type: string, content: Buffer): Buffer {
  const framed = Buffer.alloc(content.length + 12)
  framed.writeUInt32BE(content.length, 0)
  framed.write(type, 4, 'latin1')
  content.copy(framed, 8)
  framed.writeUInt32BE(crc32(framed.subarray(4, -4)), framed.length - 4)
  return framed
}

/** A valid black PNG with this many pixels on each side, one bit each: a very small file for its unpacked size. */
export function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const pixels = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
