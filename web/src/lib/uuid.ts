import { newKey } from './request.ts'

/** A random UUID. `crypto.randomUUID` is missing on plain http, where an installation on a local network may run. */
export function newUuid(): string {
  const hex = newKey()
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20)].join(
    '-',
  )
}
