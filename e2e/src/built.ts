import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const manifest: Record<string, { file: string }> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../web/dist/.vite/manifest.json'), 'utf8'),
)

/** The address of the script of a lazy part, as a pattern, by its source below `web/src`. */
export function scriptOf(source: string): string {
  const found = manifest[`src/${source}`]
  if (!found) throw new Error(`no script of its own was made of ${source}`)
  return `**/${found.file}`
}
