import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rupeesInWords } from './rupees-in-words.ts'

test.each([
  ['0', 'Rupees zero only', 'रुपये शून्य मात्र'],
  ['0.05', 'Rupees zero and five paise only', 'रुपये शून्य और पाँच पैसे मात्र'],
  ['1.00', 'Rupees one only', 'रुपये एक मात्र'],
  ['19.9', 'Rupees nineteen and ninety paise only', 'रुपये उन्नीस और नब्बे पैसे मात्र'],
  ['100.01', 'Rupees one hundred and one paise only', 'रुपये एक सौ और एक पैसे मात्र'],
  ['432500.00', 'Rupees four lakh thirty-two thousand five hundred only', 'रुपये चार लाख बत्तीस हज़ार पाँच सौ मात्र'],
  [
    '1234567.50',
    'Rupees twelve lakh thirty-four thousand five hundred sixty-seven and fifty paise only',
    'रुपये बारह लाख चौंतीस हज़ार पाँच सौ सड़सठ और पचास पैसे मात्र',
  ],
  ['10000000', 'Rupees one crore only', 'रुपये एक करोड़ मात्र'],
  ['10000001', 'Rupees one crore one only', 'रुपये एक करोड़ एक मात्र'],
  ['1050000000', 'Rupees one hundred five crore only', 'रुपये एक सौ पाँच करोड़ मात्र'],
  [
    '9999999999999.99',
    'Rupees nine lakh ninety-nine thousand nine hundred ninety-nine crore ninety-nine lakh ninety-nine thousand nine hundred ninety-nine and ninety-nine paise only',
    'रुपये नौ लाख निन्यानवे हज़ार नौ सौ निन्यानवे करोड़ निन्यानवे लाख निन्यानवे हज़ार नौ सौ निन्यानवे और निन्यानवे पैसे मात्र',
  ],
])('%s is written in words', (amount, english, hindi) => {
  expect(rupeesInWords(amount, 'en')).toBe(english)
  expect(rupeesInWords(amount, 'hi')).toBe(hindi.normalize('NFC'))
})

test('text that is no amount of rupees has no words', () => {
  for (const text of ['', '-1', '1.234', '1e5', '1,000', ' 1', '1.', '.5', '12345678901234', '५', 'NaN'])
    expect(() => rupeesInWords(text, 'en'), text).toThrow(RangeError)
})

const scales = { en: ['hundred', 'thousand', 'lakh', 'crore'], hi: ['सौ', 'हज़ार', 'लाख', 'करोड़'] }
const lasting = { en: ['Rupees ', ' and ', ' paise', ' only'], hi: ['रुपये ', ' और ', ' पैसे', ' मात्र'] }

/** The words for 1 to 99, taken from amounts of that many paise; no word occurs twice. */
function pairsOf(language: 'en' | 'hi'): Map<string, bigint> {
  const [, joined = '', paise = '', end = ''] = lasting[language]
  const worded = Array.from({ length: 99 }, (_, at) => {
    const text = rupeesInWords(`0.${String(at + 1).padStart(2, '0')}`, language)
    return text.slice(text.indexOf(joined) + joined.length, -(paise + end).length)
  })
  const pairs = new Map(worded.map((word, at) => [word, BigInt(at + 1)]))
  expect(pairs.size).toBe(99)
  return pairs
}

/** Reads words back: a scale multiplies what was read since the last larger scale. */
function readBack(spoken: string, language: 'en' | 'hi', pairs: Map<string, bigint>): bigint {
  const [hundred, thousand, lakh, crore] = scales[language].map((word) => word.normalize('NFC'))
  const sizes = new Map([
    [hundred, 100n],
    [thousand, 1_000n],
    [lakh, 100_000n],
  ])
  let [crores, sum, current] = [0n, 0n, 0n]
  for (const word of spoken.split(' ')) {
    const size = sizes.get(word)
    if (word === crore) {
      crores = (crores + sum + current) * 10_000_000n
      ;[sum, current] = [0n, 0n]
    } else if (size !== undefined) {
      sum += current * size
      current = 0n
    } else current += pairs.get(word) ?? 0n
  }
  return crores + sum + current
}

test.each(['en', 'hi'] as const)('every amount can be read back from its words: %s', (language) => {
  const pairs = pairsOf(language)
  const [start = '', joined = '', paiseWord = '', end = ''] = lasting[language]
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), (paise) => {
      const text = `${paise / 100n}.${String(paise % 100n).padStart(2, '0')}`
      const spoken = rupeesInWords(text, language)
      expect(spoken).toBe(spoken.normalize('NFC').trim())
      const [rupees = '', hundredths = ''] = spoken.slice(start.length, -end.length).split(joined)
      const read = pairs.get(hundredths.replace(paiseWord, '')) ?? 0n
      expect(readBack(rupees, language, pairs) * 100n + read).toBe(paise)
    }),
    { numRuns: 2_000 },
  )
})
