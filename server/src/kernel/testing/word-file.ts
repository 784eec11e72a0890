import PizZip from 'pizzip'
import { ownBase } from '../print/word-base.ts'

/**
 * A letterhead like those of companies, with changed parts; null removes a part. `word/x.xml before <mark>` inserts a
 * text before a mark of a part.
 */
export function letterheadFile(
  changes: Record<string, string | null> = {},
  parts: Record<string, string | Uint8Array> = {},
): Buffer {
  const zip = new PizZip(ownBase('{page}'))
  for (const [path, change] of Object.entries(changes)) {
    const [name = '', ...marks] = path.split(' before ')
    const old = zip.file(name)?.asText() ?? ''
    const mark = marks[0] ?? ''
    if (change === null) zip.remove(name)
    else zip.file(name, mark ? old.replace(mark, change + mark) : change)
  }
  for (const [name, content] of Object.entries(parts)) zip.file(name, content)
  return zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' })
}
