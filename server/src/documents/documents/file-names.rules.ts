import { nameable } from '../../kernel/files/file-names.ts'

const longestName = 255
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(?:\.|$)/i

/** "pdf" for Bill.PDF; empty for a name without an ending. */
export const endingOf = (name: string) => /[^.]\.([^.\s]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** A name of at most so many UTF-16 units, cut before its ending. */
function shortened(name: string): string {
  if (name.length <= longestName) return name
  const [ending = ''] = /\.[^.\s]{1,20}$/.exec(name) ?? []
  return `${name.slice(0, longestName - ending.length).replace(/[\uD800-\uDBFF]$/, '')}${ending}`
}

/**
 * The name a document is kept and shown under: what stands behind the last slash of what was given, without signs that
 * turn a text round or break a line, without dots and blanks around; at most 255 UTF-16 units, never empty.
 */
export function fileNameOf(given: string): string {
  // Of a form's 80 kB of name the patterns see the end alone: what looks for blanks there begins anew at each of them.
  const segment = given.slice(-1_000).toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const shown = segment.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\uFEFF]/gu, '')
  const bare = shown.replace(/^[\s.]+|[\s.]+$/g, '')
  return nameable(shortened(reserved.test(bare) ? `_${bare}` : bare))
}
