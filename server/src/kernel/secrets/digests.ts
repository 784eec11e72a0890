import { createHmac } from 'node:crypto'
import { keyOf } from './signing.ts'

/** What a digest is made for: each has a key of its own. */
type DigestPurpose = 'call sent again' | 'name tried'

/** Digests that whoever has the database alone cannot compare a guess with. */
export function digesting(secret: string, oldSecret: string | undefined) {
  const digestBy = (one: string, purpose: DigestPurpose, text: string) =>
    createHmac('sha256', keyOf(one, purpose)).update(text).digest()
  return {
    /** What is kept of a text that is to be told when it comes again: by the present secret, and by the one before it. */
    digestsOf: (purpose: DigestPurpose, text: string): [Buffer, ...Buffer[]] => [
      digestBy(secret, purpose, text),
      ...(oldSecret === undefined ? [] : [digestBy(oldSecret, purpose, text)]),
    ],
  }
}
