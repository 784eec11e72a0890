/** Amounts in words, as on letters and cheques in India, computed without floats. */

type Language = 'en' | 'hi'

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** 0 to 99 in English. */
function englishPair(number: number): string {
  const unit = units[number]
  if (unit !== undefined) return unit
  const ten = tens[Math.floor(number / 10) - 2] ?? ''
  return number % 10 === 0 ? ten : `${ten}-${units[number % 10]}`
}

/** 0 to 99 in Hindi, each with a word of its own. */
const hindiPairs = [
  'शून्य एक दो तीन चार पाँच छह सात आठ नौ',
  'दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस',
  'बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस',
  'तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस',
  'चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास',
  'पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ',
  'साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर',
  'सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी',
  'अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी',
  'नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे',
].flatMap((row) => row.normalize('NFC').split(' '))

const spoken = {
  en: { pair: englishPair, scales: ['hundred', 'thousand', 'lakh', 'crore'] },
  hi: {
    pair: (number: number) => hindiPairs[number] ?? '',
    scales: ['सौ', 'हज़ार', 'लाख', 'करोड़'].map((word) => word.normalize('NFC')),
  },
} as const

/**
 * The digits below a crore, from the largest scale: the position of each from the right, and how many digits it has.
 */
const below = [
  { scale: 2, at: 5, length: 2 },
  { scale: 1, at: 3, length: 2 },
  { scale: 0, at: 2, length: 1 },
] as const

/** A whole number, given as digits, in words; zero gives no words. Above a crore the number of crores is spoken too. */
function words(figures: string, language: Language): string[] {
  const { pair, scales } = spoken[language]
  const padded = figures.padStart(7, '0')
  const crores = padded.slice(0, -7)
  const spokenCrores = crores === '' ? [] : words(crores, language)
  const rest = padded.slice(-7)
  const parts = below.flatMap(({ scale, at, length }) => {
    const number = Number(rest.slice(-at - length, -at))
    return number > 0 ? [`${pair(number)} ${scales[scale]}`] : []
  })
  const last = Number(rest.slice(-2))
  return [
    ...(spokenCrores.length > 0 ? [`${spokenCrores.join(' ')} ${scales[3]}`] : []),
    ...parts,
    ...(last > 0 ? [pair(last)] : []),
  ]
}

const amount = /^(\d{1,13})(?:\.(\d{1,2}))?$/

/**
 * An amount of rupees in words: "Rupees four lakh thirty-two thousand five hundred only", "रुपये चार लाख बत्तीस हज़ार
 * पाँच सौ मात्र". `rupees` is the text of a numeric(15,2) that is not negative: 432500.00. Throws RangeError for any
 * other text.
 */
export function rupeesInWords(rupees: string, language: Language): string {
  const [, whole, hundredths = ''] = amount.exec(rupees) ?? []
  if (whole === undefined) throw new RangeError('not an amount of rupees')
  const paise = Number(hundredths.padEnd(2, '0'))
  const { pair } = spoken[language]
  const inWords = words(whole.replace(/^0+/, ''), language)
  const spokenRupees = inWords.length > 0 ? inWords.join(' ') : pair(0)
  if (language === 'hi') return `रुपये ${spokenRupees}${paise > 0 ? ` और ${pair(paise)} पैसे` : ''} मात्र`
  return `Rupees ${spokenRupees}${paise > 0 ? ` and ${pair(paise)} paise` : ''} only`
}
