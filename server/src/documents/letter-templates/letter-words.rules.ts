/** The fixed words of a letter that no template contains, as contractors write to offices. */

export type Language = 'en' | 'hi'

const months = {
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  hi: 'जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर',
}

/** A day YYYY-MM-DD as letters write it: 05 Nov 2026, 05 नवंबर 2026. */
export function dayIn(day: string, language: Language): string {
  const [year, month, date] = day.split('-')
  return `${date} ${months[language].split(' ')[Number(month) - 1]} ${year}`
}

export const wordsOf = {
  en: {
    to: 'To,',
    titled: (designation: string) => (/^the\s/i.test(designation) ? designation : `The ${designation}`),
    salutation: 'Respected Sir/Madam,',
    closing: 'Yours faithfully,',
    for: (company: string) => `For ${company}`,
    signatory: 'Authorised Signatory',
    letter: (number: string, day: string) => `No. ${number} dated ${day}`,
    bidId: 'Bid ID',
    referenceNo: 'Ref. No.',
    columns: {
      nth: 'Sl. No.',
      work: 'Name of work',
      deposit: 'Deposit and instrument',
      dueOn: 'Due on',
      amount: 'Amount (₹)',
    },
    total: 'Total',
  },
  hi: {
    to: 'सेवा में,',
    titled: (designation: string) => designation,
    salutation: 'महोदय/महोदया,',
    closing: 'भवदीय,',
    for: (company: string) => `कृते ${company}`,
    signatory: 'अधिकृत हस्ताक्षरकर्ता',
    letter: (number: string, day: string) => `पत्र संख्या ${number} दिनांक ${day}`,
    bidId: 'बिड आईडी',
    referenceNo: 'संदर्भ संख्या',
    columns: {
      nth: 'क्रम सं.',
      work: 'कार्य का नाम',
      deposit: 'जमा राशि एवं लिखत',
      dueOn: 'देय तिथि',
      amount: 'राशि (₹)',
    },
    total: 'कुल',
  },
} as const
