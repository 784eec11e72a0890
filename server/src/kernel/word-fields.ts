/**
 * The kinds of fields that a letterhead may have: they tell of the page, the day or the file itself. All others bring something in from
 * elsewhere, start something, ask the reader or tell of their machine.
 */
const harmless = new Set(
  `= AUTHOR COMMENTS COMPARE CREATEDATE DATE DOCPROPERTY EDITTIME EQ IF KEYWORDS LASTSAVEDBY LISTNUM NOTEREF NUMCHARS NUMPAGES NUMWORDS PAGE
  PAGEREF PRINTDATE QUOTE REF REVNUM SAVEDATE SECTION SECTIONPAGES SEQ STYLEREF SUBJECT SYMBOL TIME TITLE`.split(/\s+/),
)

/** Stands in a code for a field within it, whose result is not known. */
const inner = '\ufffc'

/** Whether a field of this code is of a harmless kind, which has to stand in it as it is and not come of a field within it. */
export function isHarmlessField(code: string): boolean {
  const [, kind = ''] = /^\s*(=|[A-Za-z]+)(?=[\s\\"]|$)/.exec(code) ?? /^\s*(=)/.exec(code) ?? []
  return harmless.has(kind.toUpperCase())
}

/** One that began and has not ended: its code is being read, or what came of it. */
interface Open {
  code: string
  isCode: boolean
}

/**
 * Reads the fields of a part, which Word writes as marks and pieces of code. A text box, and each of several ways to show something, has
 * fields of its own: what begins in one of them ends there, and no code is put together of two.
 */
export class Fields {
  #stories: Open[][] = [[]]

  /** Whether what comes now is part of the code of a field. */
  get isInCode(): boolean {
    return this.#stories.at(-1)?.at(-1)?.isCode ?? false
  }

  /** Begins a text of its own. */
  enter(): void {
    this.#stories.push([])
  }

  /** Whether every field that began in the text has ended with it. */
  leave(): boolean {
    return this.#stories.pop()?.length === 0
  }

  /** Whether the mark stands where it may, and the field that it ends the code of is harmless. */
  mark(type: string | undefined): boolean {
    const story = this.#stories.at(-1) ?? []
    const field = story.at(-1)
    if (type === 'begin') {
      if (field?.isCode) field.code += inner
      story.push({ code: '', isCode: true })
      return true
    }
    if (!field || (type !== 'separate' && type !== 'end')) return false
    const isGood = field.isCode ? isHarmlessField(field.code) : type === 'end'
    field.isCode = false
    if (type === 'end') story.pop()
    return isGood
  }

  /** Whether a piece of code stands where one may. */
  read(piece: string): boolean {
    const field = this.#stories.at(-1)?.at(-1)
    if (!field?.isCode) return piece.trim() === ''
    field.code += piece
    return true
  }
}
