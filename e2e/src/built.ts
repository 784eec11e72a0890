import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const manifest: Record<string, { file: string }> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../web/dist/.vite/manifest.json'), 'utf8'),
)

/** The script that a part of the pages became, as a pattern of addresses: of what comes later, by its source below `web/src`. */
export function scriptOf(source: string): string {
  const found = manifest[`src/${source}`]
  if (!found) throw new Error(`no script of its own was made of ${source}`)
  return `**/${found.file}`
}
