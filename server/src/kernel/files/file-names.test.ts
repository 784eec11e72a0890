import { parse } from 'content-disposition'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attachmentNamed } from './file-names.ts'

/** Names that are known to break such headers, and random text. */
const nasty = ['a"; filename="b.exe', 'a\r\nSet-Cookie: b', "UTF-8''%41.txt", '50%.pdf', '\\"', 'बिल.txt', '🏗️', ';,=*']
const name = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom(...nasty, '\uD83C', 'a\uDFD7b'),
)

test('every file name is read back from the header as written, with the type attachment', () => {
  fc.assert(
    fc.property(name, (called) => {
      expect(parse(attachmentNamed(called))).toEqual({
        type: 'attachment',
        parameters: expect.objectContaining({ filename: called.toWellFormed() }),
      })
    }),
    { numRuns: 2_000 },
  )
})
