import type { WordElement } from './word-xml.ts'

/**
 * The kinds of fields that a letterhead may have: they show the page or the day. Others load something, start something, ask the reader,
 * show something of the reader's machine, or show properties that are dropped: their last result stays as a text.
 */
const harmless = new Set(['=', 'DATE', 'IF', 'NUMPAGES', 'PAGE', 'SECTION', 'SECTIONPAGES', 'STYLEREF', 'TIME'])

/** Stands in a code for a nested field, whose result is not known. */
const inner = '\ufffc'

/** Whether a code begins with the name of a harmless kind, written out and not the result of a nested field. */
function isHarmless(code: string): boolean {
  const [, kind = ''] = /^\s*(=|[A-Za-z]+(?=[\s\\"]|$))/.exec(code) ?? []
  return harmless.has(kind.toUpperCase())
}

/** An open field: the positions of its marks among the pieces. */
interface Field {
  from: number
  code: string
  /** Where its result begins; undefined while its code is read. */
  result?: number
  isGood: boolean
}

const mark = 'w:fldChar'
const code = 'w:instrText'
/**
 * Pieces wherever they are, not only in runs. A field with a text box or an alternative in its code does not stay: what follows in its
 * code is not what some programs read there.
 */
const always = new Set([mark, code, 'w:fldSimple', 'mc:AlternateContent', 'w:txbxContent'])

/** The pieces of a part in order: the contents of runs, and what is a piece anywhere. */
function piecesOf(element: WordElement, pieces: WordElement[] = []): WordElement[] {
  for (const child of element.children) {
    if ((element.name === 'w:r' && child.name !== 'w:rPr') || always.has(child.name)) pieces.push(child)
    piecesOf(child, pieces)
  }
  return pieces
}

/** Finds the pieces to drop: fields that are not harmless, without their results, and marks and codes outside of any field. */
class Reading {
  readonly dropped = new Set<WordElement>()
  readonly #open: Field[] = []
  readonly #pieces: readonly WordElement[]

  constructor(pieces: readonly WordElement[]) {
    this.#pieces = pieces
    for (const [at, piece] of pieces.entries()) {
      if (piece.name === mark) this.#mark(at, piece)
      else this.#read(piece)
    }
    const [unclosed] = this.#open
    if (unclosed) this.#drop(unclosed.from, pieces.length, ({ name }) => name === mark || name === code)
  }

  #drop(from: number, to: number, which: (piece: WordElement) => boolean = () => true): void {
    for (const piece of this.#pieces.slice(from, to)) if (which(piece)) this.dropped.add(piece)
  }

  #mark(at: number, piece: WordElement): void {
    const type = piece.attributes['w:fldCharType']
    const field = this.#open.at(-1)
    if (type === 'begin') this.#open.push({ from: at, code: '', isGood: true })
    else if (field && type === 'separate' && field.result === undefined) field.result = at
    else if (field && type === 'end') this.#end(field, at)
    else this.dropped.add(piece)
  }

  #end({ from, code: text, result, isGood }: Field, at: number): void {
    this.#open.pop()
    const outer = this.#open.at(-1)
    const stays = isGood && isHarmless(text)
    if (outer && outer.result === undefined) {
      outer.code += inner
      outer.isGood &&= stays
    } else if (!stays) {
      this.#drop(from, (result ?? at) + 1)
      this.#drop(at, at + 1)
    }
  }

  #read(piece: WordElement): void {
    const field = this.#open.at(-1)
    const isCode = field !== undefined && field.result === undefined
    if (piece.name === code && !isCode) this.dropped.add(piece)
    else if (piece.name === code && field) field.code += piece.text
    else if (isCode) field.isGood = false
  }
}

const isBadSimple = ({ name, attributes }: WordElement) =>
  name === 'w:fldSimple' && !isHarmless(attributes['w:instr'] ?? '')

function without(element: WordElement, dropped: ReadonlySet<WordElement>): void {
  element.children = element.children.flatMap((child) => {
    if (child.name !== 'w:fldSimple' && dropped.has(child)) return []
    without(child, dropped)
    return dropped.has(child) ? child.children : [child]
  })
}

/** Replaces the fields of a part that are not known to be harmless by their last results. Answers whether there were any. */
export function dropFields(root: WordElement): boolean {
  const pieces = piecesOf(root)
  const { dropped } = new Reading(pieces)
  for (const piece of pieces.filter(isBadSimple)) dropped.add(piece)
  without(root, dropped)
  return dropped.size > 0
}
