import type { language } from '@plinth/api/kernel/fields'
import type * as z from 'zod/mini'

/** A language of the screens, and of the HTML document. */
export type Language = z.infer<typeof language>
interface Words {
  title: string
  description: string
}
interface Page extends Record<Language, Words> {
  /** The source file of the screen, whose script is loaded together with that of the product. */
  source: string
}

/** Title and description of each public page, for search engines and link previews. */
export const openPages = new Map<string, Page>([
  [
    '/',
    {
      source: 'src/pages/Home.tsx',
      en: {
        title: 'Plinth: the back office of contracting',
        description:
          'Tenders and contracts, security deposits, projects and site tasks of a contracting business in one place, from the notice to the last refund.',
      },
      hi: {
        title: 'Plinth: ठेकेदारी का बैक ऑफ़िस',
        description:
          'निविदा और अनुबंध, सिक्योरिटी डिपॉज़िट, परियोजनाएँ और साइट के कार्य एक ही जगह: निविदा सूचना से आख़िरी रिफ़ंड तक।',
      },
    },
  ],
  [
    '/about',
    {
      source: 'src/pages/About.tsx',
      en: {
        title: 'About Plinth',
        description:
          'A cloud product for construction companies, real estate firms and government contractors: what it does, whom it is for and how it keeps companies apart.',
      },
      hi: {
        title: 'Plinth के बारे में',
        description:
          'निर्माण कंपनियों, रियल एस्टेट फ़र्मों और सरकारी ठेकेदारों के लिए क्लाउड प्रोडक्ट: क्या करता है, किसके लिए है और कंपनियों को अलग कैसे रखता है।',
      },
    },
  ],
  [
    '/contact',
    {
      source: 'src/platform/contact/ContactForm.tsx',
      en: {
        title: 'Contact Plinth',
        description: 'Send a message to the people behind Plinth and see it with your own tenders.',
      },
      hi: {
        title: 'Plinth से संपर्क',
        description: 'Plinth के पीछे के लोगों को संदेश भेजें और इसे अपनी निविदाओं के साथ देखें।',
      },
    },
  ],
  [
    '/login',
    {
      source: 'src/access/auth/Login.tsx',
      en: {
        title: 'Login · Plinth',
        description: 'Log in to the back office of your company with your e-mail or mobile number.',
      },
      hi: {
        title: 'लॉग इन · Plinth',
        description: 'अपने ई-मेल या मोबाइल नंबर से अपनी कंपनी के बैक ऑफ़िस में लॉग इन करें।',
      },
    },
  ],
])

/** Title and description of every other page. */
export const innerPage: Record<Language, Words> = {
  en: { title: 'Plinth', description: 'Tenders, contracts, deposits, projects and tasks of a contracting business.' },
  hi: { title: 'Plinth', description: 'ठेकेदारी के व्यवसाय की निविदाएँ, अनुबंध, जमा राशि, परियोजनाएँ और कार्य।' },
}
