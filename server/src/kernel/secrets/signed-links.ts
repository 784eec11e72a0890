import { isSame, keyOf, signWith } from './signing.ts'

const linkStep = 300_000

/** Signs and reads links that stand for a permission for a while. */
export function links(secret: string, now: () => number) {
  const key = keyOf(secret, 'link')

  return {
    /**
     * A link for whoever it is given to, good for five to ten minutes: the same one for as long as five, so that a page
     * that asks again need not fetch again what it names. `parts` hold no full stop.
     */
    signLink(parts: readonly string[]): string {
      const claim = [...parts, (Math.ceil(now() / linkStep) + 1) * linkStep].join('.')
      return `${claim}.${signWith(key, claim)}`
    },

    /** The parts of a link; undefined for one that is not ours, was altered, or is no longer good. */
    readLink(link: string): string[] | undefined {
      const parts = link.split('.')
      const mac = parts.pop() ?? ''
      if (!isSame(mac, signWith(key, parts.join('.')))) return undefined
      return Number(parts.pop()) > now() ? parts : undefined
    },
  }
}
