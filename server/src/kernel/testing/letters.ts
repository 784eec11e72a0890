import type { LetterContent } from '@plinth/api/kernel/letter'

/** Letters as companies write them, one in each language. */
export const englishLetter: LetterContent = {
  language: 'en',
  letterhead: {
    name: 'Shree Balaji Infraprojects Pvt. Ltd.',
    address: ['Plot 14, Sector 7, Vashi', 'Navi Mumbai 400 703, Maharashtra'],
    gstin: '27AABCS1429B1Z5',
    phone: '+91 22 2781 4455',
    email: 'accounts@balajiinfra.example',
  },
  referenceNo: 'SBI/EMD/2026-27/0142',
  day: '25 Nov 2026',
  addressee: ['The Executive Engineer', 'Public Works Division No. 2', 'Bandra (East), Mumbai 400 051'],
  subject: 'Refund of earnest money deposits of ₹ 12,34,567.50 against tenders that were not awarded to us',
  salutation: 'Dear Sir or Madam,',
  body: [
    'We deposited earnest money with your office for the tenders below. None was awarded to us, and under clause 4.12 of the tender conditions the deposits are due for refund.',
    {
      columns: [
        { heading: 'S. No.', align: 'start' },
        { heading: 'Tender and work', align: 'start' },
        { heading: 'Instrument', align: 'start' },
        { heading: 'Due on', align: 'start' },
        { heading: 'Amount (₹)', align: 'end' },
      ],
      rows: [
        [
          '1',
          'Widening of Khed to Pune road, 4,500 m² of paving',
          'FDR 4471203, State Bank of India',
          '02 Nov 2026',
          '4,32,500.00',
        ],
        ['2', 'Bridge over the Indrayani at Alandi', 'BG 0021/2026', '10 Nov 2026', '8,02,067.50'],
      ],
      total: ['', 'Total', '', '', '12,34,567.50'],
    },
    'Kindly release the amount to the account below:\nAccount 30211457781, State Bank of India, Vashi, IFSC SBIN0004221',
    'Should anything be missing, kindly let us know within seven days, so that we may send it at once.',
  ],
  closing: 'Yours faithfully,',
  signatory: ['For Shree Balaji Infraprojects Pvt. Ltd.', 'Rajesh Kulkarni', 'Authorised signatory'],
  enclosures: ['Copy of FDR 4471203', 'Result sheets of the tenders'],
}

export const hindiLetter: LetterContent = {
  language: 'hi',
  letterhead: {
    name: 'श्री बालाजी निर्माण प्रा. लि.',
    address: ['प्लॉट 14, सेक्टर 7, वाशी, नवी मुंबई 400 703, महाराष्ट्र'],
    gstin: '27AABCS1429B1Z5',
    phone: null,
    email: 'accounts@balajiinfra.example',
  },
  referenceNo: 'SBI/EMD/2026-27/0142',
  day: '25 नवंबर 2026',
  addressee: ['अधिशासी अभियन्ता', 'लोक निर्माण विभाग, खण्ड 2', 'बांद्रा (पूर्व), मुंबई 400 051'],
  subject: 'निविदाओं की धरोहर राशि ₹ 11,32,500.00 की वापसी (GeM bid GEM/2026/B/4821133)',
  salutation: 'महोदय / महोदया,',
  body: [
    'निम्नलिखित निविदाओं के लिए हमने आपके कार्यालय में धरोहर राशि जमा की थी। इनमें से कोई भी कार्य हमें नहीं मिला। निविदा शर्तों की धारा 4.12 के अनुसार राशि वापसी योग्य है।',
    {
      columns: [
        { heading: 'क्रम', align: 'start' },
        { heading: 'निविदा और कार्य', align: 'start' },
        { heading: 'देय तिथि', align: 'start' },
        { heading: 'राशि (₹)', align: 'end' },
      ],
      rows: [
        ['1', 'खेड–पुणे मार्ग का चौड़ीकरण, राष्ट्रीय राजमार्ग', '02 नवंबर 2026', '4,32,500.00'],
        ['2', 'इन्द्रायणी नदी पर पुल', '10 नवंबर 2026', '7,00,000.00'],
      ],
      total: ['', 'कुल', '', '11,32,500.00'],
    },
    'कृपया रुपये ग्यारह लाख बत्तीस हज़ार पाँच सौ मात्र नीचे दिए गए खाते में लौटाएँ।\nखाता 30211457781, भारतीय स्टेट बैंक, वाशी',
  ],
  closing: 'भवदीय,',
  signatory: ['कृते श्री बालाजी निर्माण प्रा. लि.', 'राजेश कुलकर्णी', 'अधिकृत हस्ताक्षरकर्ता'],
  enclosures: ['एफ़डीआर 4471203 की प्रति'],
}
