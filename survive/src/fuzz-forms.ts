import { type Chance, chance } from './chance.ts'
import { hostileTexts } from './fuzz-values.ts'

/** Multipart forms with files, valid and invalid, written by hand because no client would send most of them. */

interface Part {
  name: string
  value: string | Buffer
  fileName?: string
  type?: string
}

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
)

/** File contents that do not match their type, or are empty. */
export const fileBytes: readonly Buffer[] = [
  Buffer.alloc(0),
  pixel,
  pixel.subarray(0, 30),
  Buffer.from('Contract name\nRoad of the storm\n'),
  Buffer.from('Number,Title\n1,Task of the storm\n'),
  Buffer.from('"unclosed\n,,,,\n\u0000\u0000'),
  Buffer.from('\ufeffContract name;Bid ID\r\n=1+1;__proto__\r\n', 'utf16le'),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  Buffer.from('<!doctype html><script>alert(1)</script>'),
  Buffer.from('GIF89a/*<svg/onload=alert(1)>*/=1;'),
  Buffer.from('MZ\u0090\u0000\u0003', 'latin1'),
  Buffer.from('504b0304140000000800', 'hex'),
  Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(4_000, 0xff)]),
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.from('%PDF-1.7\n%%EOF'),
  chance('fuzz: a file').bytes(20_000),
]

const written = ({ name, value, fileName, type }: Part, boundary: string): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n${type ? `content-type: ${type}\r\n` : ''}\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])

/** A form: its bytes and its content type. */
export interface Form {
  body: Buffer
  type: string
}

function formOf(parts: readonly Part[], boundary = 'storm'): Form {
  const end = Buffer.from(`--${boundary}--\r\n`)
  return {
    body: Buffer.concat([...parts.map((part) => written(part, boundary)), end]),
    type: `multipart/form-data; boundary=${boundary}`,
  }
}

const headerSafe = (text: string) => text.replaceAll(/["\r\n]/g, '%')

function spoiltParts(parts: Part[], random: Chance): Part[] {
  const { pick, whole } = random
  const at = whole(parts.length)
  const part = parts[at]
  if (!part) return parts
  const changes: (() => Part[])[] = [
    () => parts.with(at, { ...part, value: pick(hostileTexts) }),
    () => parts.with(at, { ...part, name: headerSafe(pick(hostileTexts)) }),
    () => parts.with(at, { ...part, fileName: headerSafe(pick(hostileTexts)), value: pick(fileBytes) }),
    () => parts.with(at, { ...part, type: headerSafe(pick(hostileTexts)) }),
    () => parts.toSpliced(at, 1),
    () => [...parts, part],
    () => [...parts, { name: pick(['colour', '__proto__', 'constructor', 'x'.repeat(10_000)]), value: '1' }],
    () => [...parts, ...Array.from({ length: 1_001 }, (_, index) => ({ name: `field${index}`, value: '1' }))],
    () => [...parts, { name: part.name, value: 'x'.repeat(200_000) }],
    () => parts.toReversed(),
  ]
  return pick(changes)()
}

function spoiltForm(form: Form, random: Chance): Form {
  const { pick, whole } = random
  const { body, type } = form
  const changes: (() => Form)[] = [
    () => ({ body: body.subarray(0, whole(body.length)), type }),
    () => ({ body, type: 'multipart/form-data' }),
    () => ({ body, type: 'multipart/form-data; boundary=other' }),
    () => ({ body, type: `multipart/form-data; boundary=${'b'.repeat(5_000)}` }),
    () => ({ body, type: 'multipart/form-data; boundary=""' }),
    () => ({ body: Buffer.alloc(0), type }),
    () => ({ body: random.bytes(500), type }),
    () => ({ body, type: 'application/x-www-form-urlencoded' }),
    () => ({ body, type: 'application/json' }),
    () => ({ body: Buffer.concat([body, body]), type }),
  ]
  return pick(changes)()
}

/** A form with these values and a file: valid, or with one defect. */
export function anyForm(values: Record<string, unknown>, field: string, isGood: boolean, random: Chance): Form {
  const others = Object.entries(values).filter(([, value]) => typeof value === 'string' || typeof value === 'number')
  const parts: Part[] = [
    ...others.map(([name, value]) => ({ name, value: String(value) })),
    {
      name: field,
      value: isGood ? 'Measured on site.\n' : random.pick(fileBytes),
      fileName: 'note.txt',
      type: 'text/plain',
    },
  ]
  if (isGood) return formOf(parts)
  return random.whole(3) === 0 ? spoiltForm(formOf(parts), random) : formOf(spoiltParts(parts, random))
}
