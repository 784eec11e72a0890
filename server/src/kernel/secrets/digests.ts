import { createHmac } from 'node:crypto'
import { keyOf } from './signing.ts'

/** The purpose of a digest; each has its own key. */
type DigestPurpose = 'call sent again' | 'name tried'

/** Digests that cannot be compared with guesses by somebody who has only the database. */
export function digesting(secret: string, oldSecret: string | undefined) {
  const digestBy = (one: string, purpose: DigestPurpose, text: string) =>
    createHmac('sha256', keyOf(one, purpose)).update(text).digest()
  return {
    /** Digests by which a text is recognised when it comes again: with the present secret, then with the former one. */
    digestsOf: (purpose: DigestPurpose, text: string): [Buffer, ...Buffer[]] => [
      digestBy(secret, purpose, text),
      ...(oldSecret === undefined ? [] : [digestBy(oldSecret, purpose, text)]),
    ],
  }
}
