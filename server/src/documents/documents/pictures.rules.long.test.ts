import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hugePng, noisy, plain } from '../../access/users/images.factory.ts'
import { squareImage } from '../../access/users/images.rules.ts'
import { draw as drawOf } from '../../kernel/files/pictures.ts'
import { bmp, folder, pdf } from './files.factory.ts'
import { canBeDrawn } from './pictures.rules.ts'

let files: Awaited<ReturnType<typeof folder>>
beforeAll(async () => {
  files = await folder()
})
afterAll(() => files.remove())

async function draw(bytes: Uint8Array, type: string) {
  const file = await files.put(bytes)
  if (!(await canBeDrawn(file, type))) return null
  const [thumbnail, preview] = (await drawOf('documents', { document: file.path })) ?? []
  return thumbnail && preview ? { thumbnail, preview } : null
}
const drawn = async (bytes: Uint8Array, type: string) => {
  const pictures = await draw(bytes, type)
  if (!pictures) throw new Error('nothing was drawn')
  const [preview, thumbnail] = await Promise.all([
    sharp(pictures.preview).metadata(),
    sharp(pictures.thumbnail).metadata(),
  ])
  return { ...pictures, preview, thumbnail, pixels: sharp(pictures.preview) }
}
const sizesOf = ({ preview, thumbnail }: Awaited<ReturnType<typeof drawn>>) =>
  [preview, thumbnail].map(({ format, width, height }) => `${format} ${width}x${height}`)

test.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)(
  'a %s gets a thumbnail and a preview, neither larger than the image',
  async (format) => {
    const large = await drawn(await plain(2_400, 1_200).toFormat(format).toBuffer(), `image/${format}`)
    expect(sizesOf(large)).toEqual(['webp 1600x800', 'webp 320x160'])
    const small = await drawn(await plain(40, 30).toFormat(format).toBuffer(), `image/${format}`)
    expect(sizesOf(small)).toEqual(['webp 40x30', 'webp 40x30'])
  },
)

test('a photo is drawn upright, without its GPS position', async () => {
  const photo = await plain(600, 300)
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '18/1 31/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const shown = await drawn(photo, 'image/jpeg')
  expect(sizesOf(shown)).toEqual(['webp 300x600', 'webp 160x320'])
  for (const { exif, orientation, icc, xmp } of [shown.preview, shown.thumbnail])
    expect([exif, orientation, icc, xmp]).toEqual([undefined, undefined, undefined, undefined])
})

test('the first frame of a moving image is drawn, and transparency stays', async () => {
  const frames = await Promise.all(['#ff0000', '#0000ff'].map((colour) => plain(30, 20, colour).png().toBuffer()))
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await sharp(moving).metadata()).pages).toBe(2)
  const shown = await drawn(moving, 'image/gif')
  expect([shown.preview.pages ?? 1, shown.preview.height]).toEqual([1, 20])
  expect((await shown.pixels.stats()).dominant.r).toBeGreaterThan(200)
  const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer()
  expect((await drawn(clear, 'image/png')).preview.hasAlpha).toBe(true)
})

test.each(['jpeg', 'png'] as const)('of a %s whose end is missing there is what has come', async (format) => {
  const whole = await noisy(800, 600).toFormat(format).toBuffer()
  const shown = await drawn(whole.subarray(0, whole.length * 0.6), `image/${format}`)
  expect([shown.preview.width, shown.preview.height]).toEqual([800, 600])
  expect(
    (await shown.pixels.clone().extract({ left: 0, top: 0, width: 800, height: 200 }).stats()).entropy,
  ).toBeGreaterThan(3)
})

test('content that only begins as an image is refused', async () => {
  const script = Buffer.concat([Buffer.from('GIF89a\x01\0\x01\0/*', 'latin1'), Buffer.from('*/=1;alert(1)')])
  const starts: [Uint8Array, string][] = [
    [script, 'image/gif'],
    [Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'image/png'],
    [Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(500)]), 'image/jpeg'],
    [Buffer.from('RIFF\x20\0\0\0WEBPVP8 \0\0\0\0', 'latin1'), 'image/webp'],
  ]
  for (const [bytes, type] of starts)
    await expect(draw(bytes, type)).rejects.toMatchObject({ status: 415, code: 'unsupported_type' })
})

test('a file that cannot be drawn gets no picture, and no error', async () => {
  expect(await draw(pdf, 'application/pdf')).toBeNull()
  expect(await draw(bmp, 'image/bmp')).toBeNull()
  expect(await draw(await plain().png().toBuffer(), 'text/plain')).toBeNull()
  expect(
    await draw(Buffer.concat([Buffer.from('\0\0\0\x18ftypheic', 'latin1'), Buffer.alloc(90)]), 'image/heic'),
  ).toBeNull()
  expect(await draw(Buffer.from('II*\0\x08\0\0\0\0\0', 'latin1'), 'image/tiff')).toBeNull()
})

test('an image of more than 100 megapixels is stored without a picture, one of exactly 100 gets one', async () => {
  expect(await draw(hugePng(10_001), 'image/png')).toBeNull()
  expect(sizesOf(await drawn(hugePng(10_000), 'image/png'))).toEqual(['webp 1600x1600', 'webp 320x320'])
})

const times = (piece: Buffer, count: number) => Buffer.concat(Array.from({ length: count }, () => piece))
const wide = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#202020' } })

test.each(['png', 'jpeg', 'gif', 'tiff'] as const)(
  'a %s that cannot be read line by line has a lower limit of pixels',
  async (format) => {
    const shown = await drawn(await wide(2_000).toFormat(format, { progressive: true }).toBuffer(), `image/${format}`)
    expect(shown.preview.width).toBe(1_600)
    const file = await wide(6_400).toFormat(format, { progressive: true, effort: 1 }).toBuffer()
    expect(await draw(file, `image/${format}`)).toBeNull()
  },
)

test('an AVIF has a still lower limit, because decoding takes twenty times its pixels', async () => {
  expect(await draw(await wide(4_010).avif({ effort: 0 }).toBuffer(), 'image/avif')).toBeNull()
})

test('an image of very many pieces is stored without a picture, because each takes memory', async () => {
  const png = await plain().png().toBuffer()
  const jpeg = await plain().jpeg().toBuffer()
  const webp = await plain().webp().toBuffer()
  const tiff = await plain().tiff().toBuffer()
  const chunk = Buffer.from('0000000074455874a8db8e2e', 'hex')
  const marker = Buffer.from('ffe20002', 'hex')
  const block = Buffer.from('4142434400000000', 'hex')
  const head = Buffer.from('II*\0\x08\0\0\0', 'latin1')
  const page = (number: number, next: number) => {
    const bytes = Buffer.alloc(18)
    bytes.writeUInt16LE(1)
    bytes.writeUInt32LE(next * (number + 1) * 18 + 8 * next, 14)
    return bytes
  }
  const pages = (count: number) => Array.from({ length: count }, (_, at) => page(at, at + 1 < count ? 1 : 0))
  const variants: [string, (count: number) => Buffer][] = [
    ['image/png', (count) => Buffer.concat([png.subarray(0, 33), times(chunk, count), png.subarray(33)])],
    ['image/jpeg', (count) => Buffer.concat([jpeg.subarray(0, 2), times(marker, count), jpeg.subarray(2)])],
    ['image/jpeg', (count) => Buffer.concat([jpeg.subarray(0, -2), times(marker, count), jpeg.subarray(-2)])],
    ['image/webp', (count) => Buffer.concat([webp, times(block, count)])],
  ]
  for (const [type, make] of variants) {
    expect([type, await draw(make(100), type)]).not.toEqual([type, null])
    expect([type, await draw(make(20_100), type)]).toEqual([type, null])
  }
  expect(await draw(tiff, 'image/tiff')).not.toBeNull()
  expect(await draw(Buffer.concat([head, ...pages(20_100)]), 'image/tiff')).toBeNull()
})

test('a GIF of more than 10 MB is stored without a picture, because it is read whole before it is drawn', async () => {
  const gif = await plain().gif().toBuffer()
  expect(await draw(Buffer.concat([gif, Buffer.alloc(10_485_760 - gif.length)]), 'image/gif')).not.toBeNull()
  expect(await draw(Buffer.concat([gif, Buffer.alloc(10_485_761 - gif.length)]), 'image/gif')).toBeNull()
})

test('however many documents wait for their turn, a picture of a person is the next', async () => {
  const { path } = await files.put(await plain(2_000, 2_000).png().toBuffer())
  const order: string[] = []
  const documents = Array.from({ length: 5 }, async (_, number) => {
    expect(await drawOf('documents', { document: path })).not.toBeNull()
    order.push(`document ${number}`)
  })
  const person = squareImage(await plain().png().toBuffer(), 'company').then(() => order.push('person'))
  await Promise.all([...documents, person])
  expect(order).toEqual(['document 0', 'person', ...Array.from({ length: 4 }, (_, at) => `document ${at + 1}`)])
})
