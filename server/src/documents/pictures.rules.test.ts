import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hugePng, plain } from '../users/images.factory.ts'
import { squareImage } from '../users/images.rules.ts'
import { bmp, folder, pdf } from './files.factory.ts'
import { picturesOf } from './pictures.rules.ts'

let files: Awaited<ReturnType<typeof folder>>
beforeAll(async () => {
  files = await folder()
})
afterAll(() => files.remove())

const draw = async (bytes: Uint8Array, type: string) => picturesOf(await files.put(bytes), type)
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

/** Many colours, so that a part of it is a part of the picture. */
const noisy = () =>
  sharp({
    create: { width: 800, height: 600, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128 } },
  })

test.each([
  ['image/jpeg', (image: sharp.Sharp) => image.jpeg()],
  ['image/png', (image: sharp.Sharp) => image.png()],
  ['image/webp', (image: sharp.Sharp) => image.webp()],
  ['image/gif', (image: sharp.Sharp) => image.gif()],
  ['image/tiff', (image: sharp.Sharp) => image.tiff()],
  ['image/avif', (image: sharp.Sharp) => image.avif()],
])('of a %s a thumbnail and a preview are drawn, neither larger than the image', async (type, as) => {
  const large = await drawn(await as(plain(2_400, 1_200)).toBuffer(), type)
  expect(sizesOf(large)).toEqual(['webp 1600x800', 'webp 320x160'])
  const small = await drawn(await as(plain(40, 30)).toBuffer(), type)
  expect(sizesOf(small)).toEqual(['webp 40x30', 'webp 40x30'])
})

test('a photo is shown upright, and nothing of what it tells of its place is kept', async () => {
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

test('of a moving image the first picture is shown, and what is clear stays clear', async () => {
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

test.each([
  ['image/jpeg', (image: sharp.Sharp) => image.jpeg()],
  ['image/png', (image: sharp.Sharp) => image.png({ compressionLevel: 1 })],
])('of a %s whose end is missing there is what has come', async (type, as) => {
  const whole = await as(noisy()).toBuffer()
  const shown = await drawn(whole.subarray(0, whole.length * 0.6), type)
  expect([shown.preview.width, shown.preview.height]).toEqual([800, 600])
  expect(
    (await shown.pixels.clone().extract({ left: 0, top: 0, width: 800, height: 200 }).stats()).entropy,
  ).toBeGreaterThan(3)
})

test('what only begins as an image is refused', async () => {
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

test('of what cannot be drawn there is no picture, and no fault', async () => {
  expect(await draw(pdf, 'application/pdf')).toBeNull()
  expect(await draw(bmp, 'image/bmp')).toBeNull()
  expect(await draw(await plain().png().toBuffer(), 'text/plain')).toBeNull()
  expect(
    await draw(Buffer.concat([Buffer.from('\0\0\0\x18ftypheic', 'latin1'), Buffer.alloc(90)]), 'image/heic'),
  ).toBeNull()
  expect(await draw(Buffer.from('II*\0\x08\0\0\0\0\0', 'latin1'), 'image/tiff')).toBeNull()
})

test('an image of more than 100 megapixels is kept without a picture, one of as many has one', async () => {
  expect(await draw(hugePng(10_001), 'image/png')).toBeNull()
  expect(sizesOf(await drawn(hugePng(10_000), 'image/png'))).toEqual(['webp 1600x1600', 'webp 320x320'])
})

test('however many documents wait for their turn, each is drawn, and pictures of people wait with them', async () => {
  const file = await files.put(await plain(2_000, 2_000).png().toBuffer())
  const order: string[] = []
  const documents = Array.from({ length: 25 }, async (_, number) => {
    expect(await picturesOf(file, 'image/png')).not.toBeNull()
    order.push(`document ${number}`)
  })
  const person = squareImage(await plain().png().toBuffer()).then(() => order.push('person'))
  await Promise.all([...documents, person])
  expect(order).toEqual([...Array.from({ length: 25 }, (_, number) => `document ${number}`), 'person'])
})
