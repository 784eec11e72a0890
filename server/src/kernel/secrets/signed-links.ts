import { isSame, keyOf, signWith } from './signing.ts'

const linkStep = 300_000

/** Signs and reads links that grant a permission for a while. */
export function links(secret: string, now: () => number) {
  const key = keyOf(secret, 'link')

  return {
    /**
     * A link for anybody who has it, valid for five to ten minutes. It stays the same for five minutes, so that a page
     * that asks again need not download the file again. `parts` contain no full stop.
     */
    signLink(parts: readonly string[]): string {
      const claim = [...parts, (Math.ceil(now() / linkStep) + 1) * linkStep].join('.')
      return `${claim}.${signWith(key, claim)}`
    },

    /** The parts of a link; undefined for one that is forged, altered or expired. */
    readLink(link: string): string[] | undefined {
      const parts = link.split('.')
      const mac = parts.pop() ?? ''
      if (!isSame(mac, signWith(key, parts.join('.')))) return undefined
      return Number(parts.pop()) > now() ? parts : undefined
    },
  }
}
