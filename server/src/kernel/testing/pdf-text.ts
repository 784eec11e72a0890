import { inflateSync } from 'node:zlib'

/**
 * The text of a PDF of Typst, read by the standard: the ActualText of a piece if it has one, otherwise the ToUnicode
 * map of its font. pdf.js uses only the latter, which cannot represent Devanagari.
 */

type Objects = Map<string, { text: string; stream: string }>

function objectsOf(pdf: Buffer): Objects {
  const whole = pdf.toString('latin1')
  const objects: Objects = new Map()
  for (const { 1: number = '', index, 0: head } of whole.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const rest = whole.slice(index + head.length)
    const text = rest.slice(0, rest.search(/\n(?:endobj|stream\r?\n)/))
    const length = Number(/\/Length (\d+)/.exec(text)?.[1] ?? 0)
    const start = index + head.length + text.length + /^\nstream\r?\n|^/.exec(rest.slice(text.length))![0].length
    const bytes = pdf.subarray(start, start + length)
    const stream = text.includes('/FlateDecode') ? inflateSync(bytes) : bytes
    objects.set(number, { text, stream: stream.toString('latin1') })
  }
  return objects
}

const fromHex = (hex: string) => new TextDecoder('utf-16be').decode(Buffer.from(hex, 'hex'))

/** The text of each glyph of a font, by its number in hexadecimal. */
function glyphsOf(map: string): Map<string, string> {
  const glyphs = new Map<string, string>()
  for (const [, glyph = '', hex = ''] of map.matchAll(/^<([\dA-F]+)> <([\dA-F]+)>$/gim))
    glyphs.set(glyph.toLowerCase(), fromHex(hex))
  return glyphs
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
const unescaped = (text: string) =>
  text.replaceAll(/\\(?:([0-7]{1,3})|([\s\S]))/g, (_, octal?: string, sign = '') =>
    octal === undefined ? (escapes[sign] ?? sign) : String.fromCharCode(Number.parseInt(octal, 8)),
  )

/** A text in parentheses, which may contain balanced or escaped parentheses. */
const literal = String.raw`\(((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*\))*)\)`
const token = new RegExp(
  String.raw`/ActualText\s*(?:<FEFF([\dA-F]*)>|${literal})|\b(BDC|BMC|EMC|BT)\b|/(\w+) [\d.]+ Tf|${literal}|<([\dA-F]+)>`,
  'gi',
)

function pageText(stream: string, fonts: Map<string, Map<string, string>>): string {
  let [text, font, actualText] = ['', new Map<string, string>(), null as string | null]
  const open: (string | null)[] = []
  for (const [, actual, plain, word, name, shown, hex] of stream.matchAll(token)) {
    if (actual !== undefined || plain !== undefined)
      actualText = actual === undefined ? unescaped(plain ?? '') : fromHex(actual)
    else if (word === 'BDC' || word === 'BMC') {
      open.push(actualText)
      text += actualText ?? ''
      actualText = null
    } else if (word === 'EMC') open.pop()
    else if (word === 'BT') text += ' '
    else if (name) font = fonts.get(name) ?? font
    else if (open.every((each) => each === null)) {
      const glyphs = hex ?? Buffer.from(unescaped(shown ?? ''), 'latin1').toString('hex')
      text += (glyphs.match(/.{4}/g) ?? []).map((glyph) => font.get(glyph.toLowerCase()) ?? '').join('')
    }
  }
  return text
}

/** The texts of the pages, with a space where a piece begins on a line of its own. */
export function textsOfPages(pdf: Buffer): string[] {
  const objects = objectsOf(pdf)
  const follow = (text: string, key: string) => objects.get(new RegExp(`/${key} (\\d+) 0 R`).exec(text)?.[1] ?? '')
  const pages = [...objects.values()].filter(({ text }) => /\/Type \/Page\b(?!s)/.test(text))
  return pages.map(({ text }) => {
    const named = [...text.matchAll(/\/(f\d+) (\d+) 0 R/g)]
    const fonts = named.map(([, name = '', number = '']): [string, Map<string, string>] => [
      name,
      glyphsOf(follow(objects.get(number)?.text ?? '', 'ToUnicode')?.stream ?? ''),
    ])
    return pageText(follow(text, 'Contents')?.stream ?? '', new Map(fonts))
  })
}

/** The words of a text, without its layout. */
export const wordsIn = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
