/** Somebody whom a note can name. */
export interface Mentionable {
  id: string
  username: string
}

/** Where a name is being typed: from its @ to the caret, and what stands after the @ so far. */
export interface Typing {
  from: number
  to: number
  asked: string
}

/** The most characters of a name that are looked for. */
const longest = 60
/** How many are offered at once. */
const mostOffered = 6

/** The name that is being typed at the caret, if one is. What stands within a word, as in an e-mail address, begins none. */
export function typingAt(text: string, caret: number): Typing | undefined {
  const from = text.lastIndexOf('@', caret - 1)
  if (from < 0 || (from > 0 && /[\p{L}\p{N}]/u.test(text.charAt(from - 1)))) return undefined
  const asked = text.slice(from + 1, caret)
  if (asked.length > longest || asked.includes('\n') || asked.startsWith(' ')) return undefined
  return { from, to: caret, asked }
}

const plain = (name: string) => name.toLocaleLowerCase()

/** Those of them one of whose names begins with what was typed. */
export function offeredFor<P extends Mentionable>(asked: string, people: readonly P[]): P[] {
  const begins = plain(asked)
  const isMeant = ({ username }: P) => plain(username).startsWith(begins) || plain(username).includes(` ${begins}`)
  return people.filter(isMeant).slice(0, mostOffered)
}

/** The text with the whole name in the place of what was typed of it, and where the caret is then. */
export function withName(text: string, { from, to }: Typing, name: string): { text: string; caret: number } {
  const said = `@${name} `
  const rest = text.slice(to)
  return { text: text.slice(0, from) + said + rest.replace(/^ /, ''), caret: from + said.length }
}

/** A part of a text; named where it is the name of somebody, after its @. */
export interface Piece {
  at: number
  text: string
  name?: string
}

/** A text cut up by the names that stand in it, the longest where one begins with another. */
export function piecesOf(text: string, names: readonly string[]): Piece[] {
  const known = [...new Set(names)].filter((name) => name !== '').toSorted((a, b) => b.length - a.length)
  const pieces: Piece[] = []
  let told = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (at < told) continue
    const name = known.find(
      (one) => text.startsWith(one, at + 1) && !/^[\p{L}\p{M}\p{N}]/u.test(text.slice(at + 1 + one.length)),
    )
    if (name === undefined) continue
    if (at > told) pieces.push({ at: told, text: text.slice(told, at) })
    told = at + 1 + name.length
    pieces.push({ at, text: text.slice(at, told), name })
  }
  if (told < text.length) pieces.push({ at: told, text: text.slice(told) })
  return pieces
}

/** Whom a text names. Of people of one name those that were `picked`, where any of them was. */
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
