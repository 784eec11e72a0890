import type { LaidLetter, LaidTable } from './letter.ts'

/** A letter as WordprocessingML, which needs no styles of the document that contains it. */

/** Lengths are in twentieths of a point, text sizes in half points. */
const textWidth = 9_071

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

interface Look {
  isBold?: boolean
  size?: number
  isQuiet?: boolean
}

interface Place {
  before?: number
  after?: number
  align?: 'left' | 'right'
  /** Stays on the same page as the next paragraph. */
  isKept?: boolean
  hanging?: number
  hasTabRight?: boolean
  hasLineBelow?: boolean
}

/** Devanagari needs its own font, size and weight: those of scripts that Word calls complex. */
function looks({ isBold = false, size = 22, isQuiet = false }: Look): string {
  const bold = isBold ? '<w:b/><w:bCs/>' : ''
  const colour = isQuiet ? '<w:color w:val="595959"/>' : ''
  const face = '<w:rFonts w:cs="Nirmala UI"/>'
  return `<w:rPr>${face}${bold}${colour}<w:sz w:val="${size}"/><w:szCs w:val="${size}"/><w:lang w:val="en-IN" w:bidi="hi-IN"/></w:rPr>`
}

const pieces: Record<string, string> = { '\n': '<w:br/>', '\t': '<w:tab/>' }

/** A text with its line breaks; a tab leads to the next tab stop of its paragraph. */
const run = (text: string, look: Look = {}) =>
  `<w:r>${looks(look)}${text
    .split(/([\n\t])/)
    .map((piece) => pieces[piece] ?? `<w:t xml:space="preserve">${escaped(piece)}</w:t>`)
    .join('')}</w:r>`

function paragraph(runs: string, place: Place = {}): string {
  const { before = 0, after = 0, align = 'left', isKept, hanging, hasTabRight, hasLineBelow } = place
  const parts = [
    isKept ? '<w:keepNext/><w:keepLines/>' : '',
    hasLineBelow ? '<w:pBdr><w:bottom w:val="single" w:sz="4" w:space="8" w:color="999999"/></w:pBdr>' : '',
    hasTabRight || hanging
      ? `<w:tabs><w:tab w:val="${hasTabRight ? 'right' : 'left'}" w:pos="${hasTabRight ? textWidth : hanging}"/></w:tabs>`
      : '',
    `<w:spacing w:before="${before}" w:after="${after}" w:line="276" w:lineRule="auto"/>`,
    hanging ? `<w:ind w:left="${hanging}" w:hanging="${hanging}"/>` : '',
    `<w:jc w:val="${align}"/>`,
  ]
  return `<w:p><w:pPr>${parts.join('')}</w:pPr>${runs}</w:p>`
}

const lines = (texts: readonly string[]) => texts.join('\n')

function letterhead({ letterhead: head, words }: LaidLetter): string {
  const contact = (['gstin', 'phone', 'email'] as const).flatMap((key) =>
    head[key] ? `${words[key]} ${head[key]}` : [],
  )
  const below = [...head.address, ...(contact.length > 0 ? [contact.join('   ')] : [])]
  const hasNothingBelow = below.length === 0
  const name = run(head.name, { isBold: true, size: 32 })
  return (
    paragraph(name, { after: hasNothingBelow ? 240 : 60, hasLineBelow: hasNothingBelow }) +
    (hasNothingBelow
      ? ''
      : paragraph(run(lines(below), { size: 18, isQuiet: true }), { after: 240, hasLineBelow: true }))
  )
}

const edge = (name: 'top' | 'bottom', size: number, colour: string) =>
  `<w:${name} w:val="single" w:sz="${size}" w:space="0" w:color="${colour}"/>`

function cell(
  text: string,
  { align, isNarrow }: LaidTable['columns'][number],
  width: number,
  isStrong: boolean,
): string {
  const borders = isStrong ? edge('top', 6, '333333') + edge('bottom', 6, '333333') : edge('bottom', 4, '999999')
  const place: Place = { before: 50, after: 50, align: align === 'end' ? 'right' : 'left' }
  const wrap = isNarrow ? '<w:noWrap/>' : ''
  return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/><w:tcBorders>${borders}</w:tcBorders>${wrap}</w:tcPr>${paragraph(
    run(text, { size: 20, isBold: isStrong }),
    place,
  )}</w:tc>`
}

const margins = '<w:tblCellMar><w:left w:w="100" w:type="dxa"/><w:right w:w="100" w:type="dxa"/></w:tblCellMar>'

function table({ columns, rows, total }: LaidTable): string {
  const all = columns.reduce((sum, { share }) => sum + share, 0)
  const widths = columns.map(({ share }) => Math.floor((textWidth * share) / all))
  const row = (cells: readonly string[], isStrong = false, isHead = false) =>
    `<w:tr><w:trPr><w:cantSplit/>${isHead ? '<w:tblHeader/>' : ''}</w:trPr>${columns
      .map((column, at) => cell(cells[at] ?? '', column, widths[at] ?? 0, isStrong))
      .join('')}</w:tr>`
  return [
    `<w:tbl><w:tblPr><w:tblW w:w="${textWidth}" w:type="dxa"/><w:tblLayout w:type="fixed"/>${margins}</w:tblPr>`,
    `<w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>`,
    row(
      columns.map(({ heading }) => heading),
      true,
      true,
    ),
    ...rows.map((cells) => row(cells)),
    total ? row(total, true) : '',
    '</w:tbl>',
    paragraph('', { after: 60 }),
  ].join('')
}

function enclosed({ enclosures, words }: LaidLetter): string {
  if (enclosures.length === 0) return ''
  const small = { size: 20 }
  return (
    paragraph(run(words.enclosures, { ...small, isBold: true }), { before: 360, after: 60, isKept: true }) +
    enclosures.map((text, at) => paragraph(run(`${at + 1}.\t${text}`, small), { hanging: 360 })).join('')
  )
}

/** The letter from its reference number to its enclosures; `withHead` adds a letterhead for a base that has none. */
export function letterBlocks(letter: LaidLetter, withHead: boolean): string {
  const { words, referenceNo, day, addressee, subject, salutation, body, closing, signatory } = letter
  const reference = referenceNo ? `${words.reference} ${referenceNo}` : ''
  return [
    withHead ? letterhead(letter) : '',
    paragraph(run(`${reference}\t${words.day} ${day}`), { after: 240, hasTabRight: true }),
    addressee.length > 0 ? paragraph(run(lines(addressee)), { after: 240 }) : '',
    paragraph(run(`${words.subject} ${subject}`, { isBold: true }), { after: 240, isKept: true }),
    paragraph(run(salutation), { after: 120, isKept: true }),
    ...body.map((piece) =>
      piece.kind === 'table' ? table(piece) : paragraph(run(piece.text), { after: 120, isKept: piece.staysBelow }),
    ),
    paragraph(run(closing), { before: 120, after: 900, isKept: true }),
    paragraph(run(lines(signatory)), { isKept: letter.enclosures.length > 0 }),
    enclosed(letter),
  ].join('')
}
