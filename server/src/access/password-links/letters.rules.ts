import { linkHours } from '@plinth/api/access/password-links'
import { oneLine } from '../../kernel/mail/mail.ts'

/** The kinds of letters about sign-ins. `LINK` goes to the person, all others to the administrators of the company. */
export const letterKinds = [
  'LINK',
  'LINK_MADE',
  'LINK_USED',
  'PERSON_ENTERED',
  'LET_IN',
  'ROLE_GIVEN',
  'ROLE_WIDENED',
] as const
export type LetterKind = (typeof letterKinds)[number]

interface Occasion {
  company: string
  /** The name of the person or the role. */
  about: string
  link: string
  language: string | null
}

interface Words {
  subject: string
  /** The event. The advice below it is the same in every letter to administrators. */
  deed: (occasion: Occasion) => string
}

const english: Record<LetterKind, Words> = {
  LINK: {
    subject: 'Choose a password',
    deed: ({ about, company, link }) => `${about},

with this link you choose the password that you sign in with at ${company}:

${link}

It is good once, for ${linkHours} hours. Where you have set up a second factor, its code is asked for. Until the link is used, your
password stays as it is. If you have not asked for it, tell an administrator of your company, and give it to nobody.`,
  },
  LINK_MADE: {
    subject: 'A link to choose a password was made',
    deed: ({ about, company }) =>
      `An operator has made a link with which ${about} of ${company} chooses a new password.`,
  },
  LINK_USED: {
    subject: 'A password was chosen by a link',
    deed: ({ about, company }) =>
      `The link that an operator had made for ${about} of ${company} was used: they have a new password.`,
  },
  PERSON_ENTERED: {
    subject: 'Somebody was entered by an operator',
    deed: ({ about, company }) => `An operator has entered ${about} among the people of ${company}.`,
  },
  LET_IN: {
    subject: 'Somebody was let in again by an operator',
    deed: ({ about, company }) => `An operator has let ${about} of ${company} try to sign in again.`,
  },
  ROLE_GIVEN: {
    subject: 'A role was given by an operator',
    deed: ({ about, company }) => `An operator has given ${about} a role at ${company}.`,
  },
  ROLE_WIDENED: {
    subject: 'A role was given more permissions by an operator',
    deed: ({ about, company }) => `An operator has added permissions to the role ${about} of ${company}.`,
  },
}

const hindi: Record<LetterKind, Words> = {
  LINK: {
    subject: 'पासवर्ड चुनें',
    deed: ({ about, company, link }) => `${about},

इस लिंक से आप वह पासवर्ड चुनते हैं जिससे आप ${company} में साइन इन करते हैं:

${link}

यह एक बार और ${linkHours} घंटे तक चलता है। यदि आपने दूसरा कारक सेट किया है, तो उसका कोड पूछा जाएगा। लिंक के उपयोग तक आपका
पासवर्ड वही रहता है। यदि आपने इसे नहीं माँगा है, तो अपनी कंपनी के किसी प्रशासक को बताएँ और इसे किसी को न दें।`,
  },
  LINK_MADE: {
    subject: 'पासवर्ड चुनने का लिंक बनाया गया',
    deed: ({ about, company }) => `एक ऑपरेटर ने एक लिंक बनाया है जिससे ${company} के ${about} नया पासवर्ड चुनते हैं।`,
  },
  LINK_USED: {
    subject: 'लिंक से पासवर्ड चुना गया',
    deed: ({ about, company }) =>
      `एक ऑपरेटर ने ${company} के ${about} के लिए जो लिंक बनाया था, उसका उपयोग हुआ: उनका पासवर्ड नया है।`,
  },
  PERSON_ENTERED: {
    subject: 'एक ऑपरेटर ने किसी को जोड़ा',
    deed: ({ about, company }) => `एक ऑपरेटर ने ${about} को ${company} के लोगों में जोड़ा है।`,
  },
  LET_IN: {
    subject: 'एक ऑपरेटर ने किसी को फिर से अंदर आने दिया',
    deed: ({ about, company }) => `एक ऑपरेटर ने ${company} के ${about} को फिर से साइन इन करने दिया है।`,
  },
  ROLE_GIVEN: {
    subject: 'एक ऑपरेटर ने भूमिका दी',
    deed: ({ about, company }) => `एक ऑपरेटर ने ${about} को ${company} में एक भूमिका दी है।`,
  },
  ROLE_WIDENED: {
    subject: 'एक ऑपरेटर ने किसी भूमिका को और अनुमतियाँ दीं',
    deed: ({ about, company }) => `एक ऑपरेटर ने ${company} की भूमिका ${about} में अनुमतियाँ जोड़ी हैं।`,
  },
}

const advice = {
  en: 'If nobody at your company has asked for it, look into its audit trail, which has when and from where, and ask the operator.',
  hi: 'यदि आपकी कंपनी में किसी ने यह नहीं माँगा, तो ऑडिट ट्रेल देखें, जिसमें कब और कहाँ से लिखा है, और ऑपरेटर से पूछें।',
}

/**
 * Subject and text of a letter in the recipient's language. Names are put on one line, so that none can start a line of
 * its own or reverse the text direction.
 */
export function wordsOf(kind: LetterKind, rawOccasion: Occasion): { subject: string; text: string } {
  const occasion = { ...rawOccasion, company: oneLine(rawOccasion.company), about: oneLine(rawOccasion.about) }
  const isHindi = occasion.language === 'hi'
  const { subject, deed } = (isHindi ? hindi : english)[kind]
  const ending = kind === 'LINK' ? '' : `\n\n${advice[isHindi ? 'hi' : 'en']}`
  return { subject: `${occasion.company}: ${subject}`, text: `${deed(occasion)}${ending}\n` }
}
