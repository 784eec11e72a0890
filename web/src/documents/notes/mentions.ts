/** A user whom a note can mention. */
export interface Mentionable {
  id: string
  username: string
}

/** The name being typed: from its @ to the caret, and the text after the @ so far. */
export interface Typing {
  from: number
  to: number
  asked: string
}

/** A typed text longer than this is no name. */
const maxNameLength = 60
/** The most people offered at once. */
const maxOffered = 6

/** The name that is being typed at the caret, if any. An @ within a word, as in an e-mail address, begins none. */
export function typingAt(text: string, caret: number): Typing | undefined {
  const from = text.lastIndexOf('@', caret - 1)
  if (from < 0 || (from > 0 && /[\p{L}\p{N}]/u.test(text.charAt(from - 1)))) return undefined
  const typed = text.slice(from + 1, caret)
  if (typed.length > maxNameLength || typed.includes('\n') || typed.startsWith(' ')) return undefined
  return { from, to: caret, asked: typed }
}

const plain = (name: string) => name.toLocaleLowerCase()

/** The people one of whose names begins with the typed text. */
export function offeredFor<P extends Mentionable>(asked: string, people: readonly P[]): P[] {
  const begins = plain(asked)
  const isMatch = ({ username }: P) => plain(username).startsWith(begins) || plain(username).includes(` ${begins}`)
  return people.filter(isMatch).slice(0, maxOffered)
}

/** The text with the typed beginning completed to the whole name, and the new place of the caret. */
export function withName(text: string, { from, to }: Typing, name: string): { text: string; caret: number } {
  const mention = `@${name} `
  const rest = text.slice(to)
  return { text: text.slice(0, from) + mention + rest.replace(/^ /, ''), caret: from + mention.length }
}

/** A part of a text; `name` is set when the part is an @ and a person's name. */
export interface Piece {
  at: number
  text: string
  name?: string
}

/** Splits a text at the names in it; of two names that match, the longer one counts. */
export function piecesOf(text: string, names: readonly string[]): Piece[] {
  const known = [...new Set(names)].filter((name) => name !== '').toSorted((a, b) => b.length - a.length)
  const pieces: Piece[] = []
  let end = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (at < end) continue
    const name = known.find(
      (one) => text.startsWith(one, at + 1) && !/^[\p{L}\p{M}\p{N}]/u.test(text.slice(at + 1 + one.length)),
    )
    if (name === undefined) continue
    if (at > end) pieces.push({ at: end, text: text.slice(end, at) })
    end = at + 1 + name.length
    pieces.push({ at, text: text.slice(at, end), name })
  }
  if (end < text.length) pieces.push({ at: end, text: text.slice(end) })
  return pieces
}

/**
 * The ids of the people a text mentions. Of several people with one name, those who were `picked`, or all when none
 * was.
 */
export function namedIn(text: string, people: readonly Mentionable[], picked: ReadonlySet<string>): string[] {
  const names = new Set(
    piecesOf(
      text,
      people.map(({ username }) => username),
    ).flatMap(({ name }) => name ?? []),
  )
  return [...names].flatMap((name) => {
    const ofName = people.filter(({ username }) => username === name).map(({ id }) => id)
    const chosen = ofName.filter((id) => picked.has(id))
    return chosen.length > 0 ? chosen : ofName
  })
}
