import type { InstrumentKind, InstrumentState } from '@plinth/api/guarantees/instrument-moves'
import type { Language } from '../../documents/letter-templates/letter-words.rules.ts'

/** The texts of letters to banks and insurers that no template has. */

const en = {
  kinds: new Map<InstrumentKind, string>([
    ['BG', 'Bank Guarantee'],
    ['E_BG', 'e-Bank Guarantee'],
    ['SURETY_BOND', 'Surety Bond'],
  ]),
  addressee: { bank: 'The Branch Manager', insurer: 'The Manager' },
  margin: (percent: string, amount: string) => `${percent}% (${amount})`,
  receipt: (number: string, lien: string, issuer: string) =>
    `deposit receipt no. ${number}${issuer && ` of ${issuer}`} (lien of ${lien})`,
  marginHeld: (margin: string) => `the margin of ${margin}`,
  lienHeld: (receipts: string) => `the lien on ${receipts}`,
  and: ' and ',
  whatIsHeld: 'the margin and securities that you hold for it',
  grounds: {
    back: 'It has been returned to us by the beneficiary, and the original is enclosed for cancellation.',
    released: 'It has been released by the beneficiary.',
    paid: 'It has been invoked and paid in full, and nothing remains payable under it.',
    over: (day: string) =>
      `The period for lodging a claim under it ended on ${day}, and to our knowledge no claim was lodged.`,
  },
}

const hi: typeof en = {
  kinds: new Map<InstrumentKind, string>([
    ['BG', 'बैंक गारंटी'],
    ['E_BG', 'ई-बैंक गारंटी'],
    ['SURETY_BOND', 'जमानत बॉण्ड'],
  ]),
  addressee: { bank: 'शाखा प्रबंधक', insurer: 'प्रबंधक' },
  margin: (percent, amount) => `${percent}% (${amount})`,
  receipt: (number, lien, issuer) => `सावधि जमा रसीद सं. ${number}${issuer && `, ${issuer}`} (धारणाधिकार ${lien})`,
  marginHeld: (margin) => `मार्जिन ${margin}`,
  lienHeld: (receipts) => `धारणाधिकार: ${receipts}`,
  and: ' एवं ',
  whatIsHeld: 'इसके लिए आपके पास रखा मार्जिन एवं प्रतिभूतियाँ',
  grounds: {
    back: 'लाभार्थी ने इसे हमें लौटा दिया है, तथा मूल प्रति निरस्तीकरण हेतु संलग्न है।',
    released: 'लाभार्थी ने इसे अवमुक्त कर दिया है।',
    paid: 'इसका आह्वान कर पूर्ण भुगतान लिया जा चुका है, और इसके अंतर्गत कुछ भी देय शेष नहीं है।',
    over: (day) => `इसके अंतर्गत दावा प्रस्तुत करने की अवधि ${day} को समाप्त हो गई, और हमारी जानकारी में कोई दावा प्रस्तुत नहीं हुआ।`,
  },
}

export const bankWordsOf: Readonly<Record<Language, typeof en>> = { en, hi }

/** The ground for discharging an instrument; empty while there is none. `lastDay` is the past last day of claims, as the letter writes it. */
export function groundOf(
  kind: InstrumentKind,
  state: InstrumentState,
  lastDay: string | null,
  language: Language,
): string {
  const { grounds } = bankWordsOf[language]
  // An e-guarantee has no paper original that could come back.
  if (state === 'RETURNED') return kind === 'E_BG' ? grounds.released : grounds.back
  if (state === 'PAID_OUT') return grounds.paid
  return lastDay ? grounds.over(lastDay) : ''
}
