import { nameable } from '../../kernel/files/file-names.ts'

const maxNameLength = 255
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(?:\.|$)/i

/** "pdf" for Bill.PDF; empty for a name without an ending. */
export const endingOf = (name: string) => /[^.]\.([^.\s]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** Cuts a name to 255 UTF-16 units before its ending. */
function shortened(name: string): string {
  if (name.length <= maxNameLength) return name
  const [ending = ''] = /\.[^.\s]{1,20}$/.exec(name) ?? []
  return `${name.slice(0, maxNameLength - ending.length).replace(/[\uD800-\uDBFF]$/, '')}${ending}`
}

/**
 * The name a document is stored and shown under: the part of the sent name behind the last slash, without characters
 * that reverse text or break a line, without dots and blanks around it; at most 255 UTF-16 units, never empty.
 */
export function fileNameOf(sentName: string): string {
  // A form may send 80 kB of name. The patterns see only its end, because their search for blanks restarts at each
  // blank.
  const segment = sentName.slice(-1_000).toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const shown = segment.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\uFEFF]/gu, '')
  const bare = shown.replace(/^[\s.]+|[\s.]+$/g, '')
  return nameable(shortened(reserved.test(bare) ? `_${bare}` : bare))
}
