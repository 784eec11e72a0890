import type { LetterText } from '@plinth/api/refund-requests'

/** What a letter says of itself, in its own language, whatever the page is in. */
export const letterHeads: Record<
  LetterText['language'],
  Record<'reference' | 'day' | 'subject' | 'enclosures' | 'gstin' | 'phone' | 'email', string>
> = {
  en: {
    reference: 'Ref. No.:',
    day: 'Date:',
    subject: 'Subject:',
    enclosures: 'Enclosures:',
    gstin: 'GSTIN:',
    phone: 'Phone:',
    email: 'Email:',
  },
  hi: {
    reference: 'पत्र संख्या:',
    day: 'दिनांक:',
    subject: 'विषय:',
    enclosures: 'संलग्नक:',
    gstin: 'जीएसटीआईएन:',
    phone: 'दूरभाष:',
    email: 'ई-मेल:',
  },
}
