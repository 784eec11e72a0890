import { createHmac } from 'node:crypto'
import { isSame, signWith } from './signing.ts'

/**
 * The result of checking a signature of the audit trail. `foreign`: it names a key that is not known here. `unmarked`:
 * it names no key, like those of early versions, and fits no known key.
 */
export type Standing = 'ours' | 'forged' | 'foreign' | 'unmarked'

/** Signatures of the audit trail, made with the first key and checked with any; each names its key by a mark. */
export function trailSigning(keys: readonly [Buffer, ...Buffer[]]) {
  const markOf = (key: Buffer) => createHmac('sha256', key).update('mark').digest('hex').slice(0, 8)
  const byMark = new Map(keys.map((key) => [markOf(key), key]))
  const present = `${markOf(keys[0])}.`

  return {
    /** The signature of a claim about the trail, which nobody who has only the database can make. */
    signTrail: (claim: string) => present + signWith(keys[0], claim),
    /** The prefix of every signature by the present key. */
    trailMark: present,
    judgeTrail(claim: string, signature: string): Standing {
      const [, mark, mac = ''] = /^([0-9a-f]{8})\.(.+)$/.exec(signature) ?? []
      if (mark === undefined) return keys.some((key) => isSame(signature, signWith(key, claim))) ? 'ours' : 'unmarked'
      const key = byMark.get(mark)
      if (key === undefined) return 'foreign'
      return isSame(mac, signWith(key, claim)) ? 'ours' : 'forged'
    },
  }
}
