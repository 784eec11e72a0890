import { deleteAccountImage, getAccount, setAccountImage } from '@plinth/api/access/account'
import { getSession } from '@plinth/api/access/auth'
import { deleteUserImage, filterUsers, getUser, setUserImage } from '@plinth/api/access/users'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { childrenOf, ticksOf } from '../../kernel/testing/children.ts'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import {
  type Client,
  type Company,
  newCompany,
  operatorCompany,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { fileOf, hugePng, jpegOf, noisy, plain } from './images.factory.ts'

let server: TestServer
let company: Company
let admin: Awaited<ReturnType<typeof adminClient>>

beforeAll(async () => {
  server = await startTestServer()
  company = await newCompany(server)
  admin = await adminClient(inject('admin'))
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

const maxBytes = 2_097_152
const unsupported = 'Unsupported image format. Allowed: JPEG, PNG, WEBP, GIF.'
const tooLarge = 'Image size must be under 2MB.'

const put = (person: Client, content: Uint8Array | string, type?: string) =>
  person.sendCall(setAccountImage, { body: fileOf(content, type) })
const png = () => plain().png().toBuffer()
const addressOf = async (person: Client, content: Uint8Array): Promise<string> =>
  JSON.parse((await put(person, content)).text).profileImage
const fetched = (address: string) => fetch(server.url + address)
const imageAt = async (address: string) => Buffer.from(await (await fetched(address)).arrayBuffer())
/**
 * The colour at a point of the stored image, with each channel rounded to 0 or 1, because compression changes it
 * slightly.
 */
async function colourAt(image: Buffer, left: number, top: number) {
  const { data } = await sharp(image)
    .removeAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data].map((channel) => (channel > 127 ? 1 : 0))
}
const [red, green, blue] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]
/** Stripes of the primary colours side by side, with these widths. */
const stripes = (widths: [number, number, number], height: number) =>
  plain(widths[0] + widths[1] + widths[2], height, '#f00').composite([
    { input: { create: { width: widths[1], height, channels: 3, background: '#0f0' } }, left: widths[0], top: 0 },
    {
      input: { create: { width: widths[2], height, channels: 3, background: '#00f' } },
      left: widths[0] + widths[1],
      top: 0,
    },
  ])

describe('a profile image', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'may be a %s, whatever type the request declares [5.12 5.14]',
    async (format) => {
      const person = await company.as({})
      const content = await plain().toFormat(format).toBuffer()
      for (const type of [
        `image/${format}`,
        'image/x-other',
        'application/octet-stream',
        'application/pdf',
        'text/plain',
        'application/json',
      ]) {
        const reply = await put(person, content, type)
        expect([type, reply.status]).toEqual([type, 200])
        expect(await sharp(await imageAt(JSON.parse(reply.text).profileImage)).metadata()).toMatchObject({
          format: 'webp',
          width: 256,
          height: 256,
        })
      }
    },
  )

  test('is served as WEBP with headers that stop browsers from treating it as anything else', async () => {
    const person = await company.as({})
    const { headers, status } = await fetched(await addressOf(person, await png()))
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/webp')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('is cropped around its middle, equally on both sides', async () => {
    const person = await company.as({})
    const image = await imageAt(await addressOf(person, await stripes([200, 300, 200], 300).png().toBuffer()))
    for (const left of [4, 128, 251]) expect(await colourAt(image, left, 128)).toEqual(green)
    const tall = await sharp(await stripes([200, 300, 200], 300).png().toBuffer())
      .rotate(90)
      .png()
      .toBuffer()
    expect(await sharp(tall).metadata()).toMatchObject({ width: 300 })
    const upright = await imageAt(await addressOf(person, tall))
    for (const top of [4, 128, 251]) expect(await colourAt(upright, 128, top)).toEqual(green)
  })

  test('from a camera held sideways is stored upright', async () => {
    const person = await company.as({})
    const turned = await stripes([100, 100, 100], 300).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const image = await imageAt(await addressOf(person, turned))
    const seen = [await colourAt(image, 128, 20), await colourAt(image, 128, 128), await colourAt(image, 128, 236)]
    expect(seen).toEqual([red, green, blue])
  })

  test('keeps only the pixels of the original', async () => {
    const person = await company.as({})
    const content = await plain()
      .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitude: '18/1 31/1 0/1' } })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    expect(content.includes('secret place')).toBe(true)
    const image = await imageAt(await addressOf(person, content))
    const metadata = await sharp(image).metadata()
    expect([metadata.exif, metadata.icc, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual(
      Array(5).fill(undefined),
    )
    expect(image.includes('secret place')).toBe(false)
  })

  test('made from an animation is its first frame', async () => {
    const person = await company.as({})
    const frames = await Promise.all(['#f00', '#0f0', '#00f'].map((colour) => plain(30, 30, colour).png().toBuffer()))
    const animation = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [50, 50, 50] })
      .toBuffer()
    expect((await sharp(animation).metadata()).pages).toBe(3)
    const image = await imageAt(await addressOf(person, animation))
    expect((await sharp(image).metadata()).pages).toBeUndefined()
    expect(await colourAt(image, 128, 128)).toEqual(red)
  })

  test('may have a single pixel or be fully transparent', async () => {
    const person = await company.as({})
    for (const background of ['#c02020', { r: 0, g: 0, b: 0, alpha: 0 }]) {
      const content = await sharp({ create: { width: 1, height: 1, channels: 4, background } })
        .png()
        .toBuffer()
      expect((await put(person, content)).status).toBe(200)
    }
  })
})

describe('an uploaded file', () => {
  test('of 2,097,152 bytes is accepted, and one byte more is refused [5.13 9.7]', async () => {
    const person = await company.as({})
    const largest = await jpegOf(maxBytes)
    expect(largest).toHaveLength(maxBytes)
    expect((await put(person, largest)).status).toBe(200)
    const refused = await put(person, await jpegOf(maxBytes + 1))
    expect([refused.status, JSON.parse(refused.text)]).toEqual([413, { code: 'too_large', message: tooLarge }])
    const huge = await put(person, Buffer.alloc(20 * maxBytes))
    expect([huge.status, JSON.parse(huge.text).message]).toEqual([413, tooLarge])
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const badFiles: [string, string | Buffer, string][] = [
    ['an SVG', svg, 'image/svg+xml'],
    ['an SVG declared as a PNG', `<?xml version="1.0"?>${svg}`, 'image/png'],
    ['a PDF', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n', 'application/pdf'],
    ['a program declared as a JPEG', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)]), 'image/jpeg'],
    ['a page declared as a GIF', '<!doctype html><script>alert(1)</script>', 'image/gif'],
    ['a text', 'hello', 'text/plain'],
    ['JSON', '{"profileImage":"x"}', 'application/json'],
    [
      'a form',
      '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\n\r\n--x--',
      'multipart/form-data; boundary=x',
    ],
    ['a TIFF', Buffer.from('49492a0008000000000000000000', 'hex'), 'image/tiff'],
    ['a BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)]), 'image/bmp'],
    ['an empty file', '', 'image/png'],
  ]
  test.each(badFiles)(
    'that is %s is refused with the reason, and the old image stays [5.12]',
    async (_, content, type) => {
      const person = await company.as({})
      const before = await addressOf(person, await png())
      const reply = await put(person, content, type)
      expect([reply.status, JSON.parse(reply.text)]).toEqual([415, { code: 'unsupported_type', message: unsupported }])
      expect((await fetched(before)).status).toBe(200)
      expect((await person.ok(getAccount, {})).profileImage).toBe(before)
    },
  )

  test('that is missing is refused', async () => {
    const person = await company.as({})
    expect((await person.send('PUT', setAccountImage.path)).status).toBe(400)
  })

  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('that is half a %s is refused', async (format) => {
    const person = await company.as({})
    const noise = await noisy(300, 300).toFormat(format).toBuffer()
    expect((await put(person, noise)).status).toBe(200)
    for (const share of [0.5, 0.05]) {
      const reply = await put(person, noise.subarray(0, Math.floor(noise.length * share)))
      expect([share, reply.status]).toEqual([share, 400])
      expect(JSON.parse(reply.text).fields).toEqual([
        { path: 'file', message: 'cannot be read as an image, or has too many pixels' },
      ])
    }
  })

  test('of few bytes with 30,000 x 30,000 pixels is refused without being decoded', async () => {
    const person = await company.as({})
    const bomb = hugePng(30_000)
    expect(bomb.length).toBeLessThan(150_000)
    expect((await put(person, hugePng(4000))).status).toBe(200)
    const [pid = 0] = childrenOf(process.pid, 'picture-process')
    const before = ticksOf(pid)
    expect((await put(person, bomb)).status).toBe(400)
    // Processor time, because a busy machine does not lengthen it.
    expect(ticksOf(pid)).toBeGreaterThan(0)
    expect(ticksOf(pid) - before).toBeLessThan(100)
    expect((await put(person, hugePng(4000))).status).toBe(200)
  })

  test('that is both a GIF and a script is stored as pixels only', async () => {
    const person = await company.as({})
    const both = Buffer.concat([await plain().gif().toBuffer(), Buffer.from('*/=1;alert("polyglot")//')])
    expect((await imageAt(await addressOf(person, both))).includes('alert')).toBe(false)
  })

  test('is refused without a session', async () => {
    const reply = await server.stranger.sendCall(setAccountImage, { body: fileOf(Buffer.alloc(3 * maxBytes)) })
    expect(reply.status).toBe(401)
  })
})

describe('the address of an image', () => {
  test("is in its owner's record and session, and in the list of people", async () => {
    const person = await company.as({ User: ['canView'] })
    const profileImage = await addressOf(person, await png())
    expect(profileImage).toMatch(new RegExp(`^/platform/api/profile-images/${company.id}/[0-9a-f-]{36}$`))
    expect(await person.ok(getSession, {})).toMatchObject({ profileImage })
    expect(await person.ok(getAccount, {})).toMatchObject({ profileImage })
    expect(await person.ok(getUser, { params: { id: person.userId } })).toMatchObject({ profileImage })
    const { content } = await person.ok(filterUsers, { body: { email: person.email } })
    expect(content).toMatchObject([{ profileImage }])
  })

  test('changes with every image, and the old one answers 404 at once', async () => {
    const person = await company.as({})
    const [first, second] = [await addressOf(person, await png()), await addressOf(person, await png())]
    expect(second).not.toBe(first)
    expect([(await fetched(first)).status, (await fetched(second)).status]).toEqual([404, 200])
    const { rows } = await admin.query('select count(*)::int as kept from profile_images where user_id = $1', [
      person.userId,
    ])
    expect(rows).toEqual([{ kept: 1 }])
  })

  test('answers 404 after the image is removed, and removing it again succeeds', async () => {
    const person = await company.as({})
    const address = await addressOf(person, await png())
    await person.ok(deleteAccountImage, {})
    await person.ok(deleteAccountImage, {})
    expect((await fetched(address)).status).toBe(404)
    expect((await person.ok(getAccount, {})).profileImage).toBeNull()
  })

  test.each([
    ['person is deactivated', 'update users set is_active = false where id = $2 and tenant_id = $1'],
    ['person is deleted', 'update users set deleted_at = now() where id = $2 and tenant_id = $1'],
    ['company is suspended', `update tenants set status = 'SUSPENDED' where id = $1 and $2::uuid is not null`],
    ['company is deleted', 'update tenants set deleted_at = now() where id = $1 and $2::uuid is not null'],
  ])('answers 404 when the %s', async (_, change) => {
    const [other, bystander] = [await newCompany(server), await company.as({})]
    const person = await other.as({})
    const [address, near] = [await addressOf(person, await png()), await addressOf(bystander, await png())]
    expect((await fetched(address)).status).toBe(200)
    await admin.query(change, [other.id, person.userId])
    expect((await fetched(address)).status).toBe(404)
    expect((await fetched(near)).status).toBe(200)
  })

  test('answers the same 404 when it names another company or is made up', async () => {
    const [person, other] = [await company.as({}), await newCompany(server)]
    const address = await addressOf(person, await png())
    const imageId = address.split('/').at(-1) ?? ''
    const madeUp = [
      address.replace(company.id, other.id),
      address.replace(imageId, newId()),
      address.replace(imageId, person.userId),
      address.replace(company.id, newId()),
    ]
    for (const each of madeUp) {
      expect(each).not.toBe(address)
      const reply = await fetched(each)
      expect([reply.status, await reply.text()]).toEqual([404, '{"code":"not_found","message":"Not found"}'])
    }
    expect((await fetched(`${address}x`)).status).toBe(400)
  })

  test('cannot be set by a form, only by an upload', async () => {
    const person = await company.as()
    const profileImage = 'https://elsewhere.example/x.png'
    await person.sendCall(
      { ...setUserImage, path: '/platform/api/users/:id' },
      {
        params: { id: person.userId },
        body: { profileImage },
      },
    )
    expect((await person.ok(getAccount, {})).profileImage).toBeNull()
  })
})

describe("somebody else's image", () => {
  const set = async (id: string) => ({ params: { id }, body: fileOf(await png()) })

  test('can be set and removed by people who may edit users', async () => {
    const [editor, person] = [await company.as({ User: ['canEdit'] }), await company.as({})]
    const { profileImage } = await editor.ok(setUserImage, await set(person.userId))
    expect((await person.ok(getAccount, {})).profileImage).toBe(profileImage)
    expect((await fetched(String(profileImage))).status).toBe(200)
    await editor.ok(deleteUserImage, { params: { id: person.userId } })
    expect((await person.ok(getAccount, {})).profileImage).toBeNull()
    expect((await fetched(String(profileImage))).status).toBe(404)
  })

  test('is refused without that permission, for a deleted person and in another company', async () => {
    const [editor, viewer] = [await company.as({ User: ['canEdit'] }), await company.as({ User: ['canView'] })]
    const [person, deleted] = [await company.as({}), await company.as({})]
    const stranger = await (await newCompany(server)).as({})
    await admin.query('update users set deleted_at = now() where id = $1', [deleted.userId])
    expect((await viewer.refused(setUserImage, await set(person.userId))).status).toBe(403)
    for (const id of [deleted.userId, stranger.userId, newId()]) {
      expect((await editor.refused(setUserImage, await set(id))).status).toBe(404)
      expect((await editor.refused(deleteUserImage, { params: { id } })).status).toBe(404)
    }
    const { rows } = await admin.query('select from profile_images where user_id = any($1)', [
      [person.userId, deleted.userId, stranger.userId],
    ])
    expect(rows).toEqual([])
  })

  test('of any company can be set by an operator, at an address in that company', async () => {
    const operator = await (await operatorCompany(server)).as()
    const person = await company.as({})
    const { profileImage } = await operator.ok(setUserImage, await set(person.userId))
    expect(profileImage).toContain(`/${company.id}/`)
    expect((await person.ok(getAccount, {})).profileImage).toBe(profileImage)
    expect((await fetched(String(profileImage))).status).toBe(200)
    await operator.ok(setAccountImage, { body: fileOf(await png()) })
    expect((await operator.ok(getAccount, {})).profileImage).not.toContain(company.id)
    await operator.ok(deleteUserImage, { params: { id: person.userId } })
    expect((await fetched(String(profileImage))).status).toBe(404)
  })
})
