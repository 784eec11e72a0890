import { messageOf } from '@plinth/api/kernel/messages'
import { afterEach, describe, expect, it, vi } from 'vitest'
import hindi from '../languages/hi.json' with { type: 'json' }

/** Loads the module as in a browser that sends this cookie and receives these texts from the server. */
async function loadedWith(cookie: string, texts: Record<string, string> | null, protocol = 'http:') {
  const page = { cookie, documentElement: { lang: '' } }
  vi.resetModules()
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { protocol, reload: () => {} })
  vi.stubGlobal('fetch', async () => (texts ? Response.json(texts) : Promise.reject(new TypeError('no answer'))))
  return { page, ...(await import('./language.ts')) }
}

afterEach(() => vi.unstubAllGlobals())

const texts = {
  Save: 'सहेजें',
  'Page {page} of {pages}': '{pages} में से पृष्ठ {page}',
  '{from} to {to}': '{from} से {to} तक',
  '{count} rows': '{count} पंक्तियाँ',
  'is required': 'आवश्यक है',
  'must be at most {max}': 'अधिकतम {max}',
  'must not be before {field}': '“{field}” से पहले नहीं',
  'One that is {state} cannot be {event}': 'जो “{state}” है वह “{event}” नहीं हो सकता',
  'Paid out': 'भुगतान हुआ',
}

describe('the cookie of the language', () => {
  it('is restricted to this host and to TLS when the page came over TLS', async () => {
    const { page, language, chooseLanguage } = await loadedWith('language=en; __Host-language=hi', texts, 'https:')
    expect(language).toBe('hi')
    chooseLanguage('en')
    expect(page.cookie).toBe('__Host-language=en; path=/; max-age=31536000; samesite=lax; secure')
    expect((await loadedWith('language=hi', texts, 'https:')).language).toBe('en')
  })

  it('has a plain name on a network without TLS, where browsers reject a prefixed one', async () => {
    const { page, chooseLanguage } = await loadedWith('', texts)
    chooseLanguage('hi')
    expect(page.cookie).toBe('language=hi; path=/; max-age=31536000; samesite=lax')
  })
})

describe('a page in Hindi', () => {
  it('declares its language to the browser and formats numbers the Indian way', async () => {
    const { page, language, locale } = await loadedWith('theme=dark; language=hi', texts)
    expect(language).toBe('hi')
    expect(page.documentElement.lang).toBe('hi-IN')
    expect(new Intl.NumberFormat(locale, { style: 'currency', currency: 'INR' }).format(1234567)).toBe('₹12,34,567.00')
  })

  it('puts values at the Hindi position and leaves unknown texts in English', async () => {
    const { t } = await loadedWith('language=hi', texts)
    expect(t('Save')).toBe('सहेजें')
    expect(t('Page {page} of {pages}', { page: 3, pages: 12 })).toBe('12 में से पृष्ठ 3')
    expect(t('{from} to {to}', { from: '{to}', to: 'B' })).toBe('{to} से B तक')
    expect(t('{name} is new', { name: 'This' })).toBe('This is new')
  })

  it('translates a message by its text and values, and names a field by its label', async () => {
    const { translated, worded } = await loadedWith('language=hi', texts)
    expect(translated('Save')).toBe('सहेजें')
    expect(translated('{count} rows', { count: 5 })).toBe('5 पंक्तियाँ')
    expect(worded(messageOf('is required'))).toBe('आवश्यक है')
    expect(worded(messageOf('must be at most {max}', { max: 100 }))).toBe('अधिकतम 100')
    const message = messageOf('must not be before {field}', { field: 'startDate' })
    expect(worded(message)).toBe('“startDate” से पहले नहीं')
    expect(worded(message, new Map([['startDate', 'आरंभ']]))).toBe('“आरंभ” से पहले नहीं')
    expect(worded(messageOf('was {from} to {to}', { from: '{to}', to: 'B' }))).toBe('was {to} to B')
  })

  it('translates a code in a message and leaves a name in capitals as it is', async () => {
    const { worded } = await loadedWith('language=hi', texts)
    const message = messageOf('One that is {state} cannot be {event}', { state: 'PAID_OUT', event: 'EXTEND_OR_PAY' })
    expect(worded(message)).toBe('जो “भुगतान हुआ” है वह “Extend or pay” नहीं हो सकता')
    expect(worded(messageOf('{name} is new', { name: 'PWD' }))).toBe('PWD is new')
    const english = await loadedWith('', null)
    expect(english.worded(message)).toBe('One that is Paid out cannot be Extend or pay')
  })

  it('leaves free text as it is', async () => {
    const { translated } = await loadedWith('language=hi', texts)
    expect(translated('From Asha to Ravi')).toBe('From Asha to Ravi')
    expect(translated('must be at most 100')).toBe('must be at most 100')
    expect(translated('Widening of {road}', { road: 'SH-17' })).toBe('Widening of SH-17')
    expect(translated('constructor')).toBe('constructor')
  })

  it('is in English when the texts cannot be fetched', async () => {
    const { t, worded } = await loadedWith('language=hi', null)
    expect(t('Save')).toBe('Save')
    expect(worded(messageOf('must be at most {max}', { max: 100 }))).toBe('must be at most 100')
  })
})

it('a page is in English without a language cookie, with an unknown one, and outside of a browser', async () => {
  for (const cookie of ['', 'language=en', 'language=fr', 'mylanguage=hi']) {
    const { page, language, t, translated } = await loadedWith(cookie, texts)
    expect(language).toBe('en')
    expect(page.documentElement.lang).toBe('en-IN')
    expect(t('Page {page} of {pages}', { page: 3, pages: 12 })).toBe('Page 3 of 12')
    expect(translated('{count} rows', { count: 5 })).toBe('5 rows')
  }
})

const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

describe('the Hindi texts', () => {
  it('are not empty', () => {
    const odd = Object.entries(hindi).filter(([, own]) => own.trim() === '')
    expect(odd).toEqual([])
  })

  it('name only values of the English text, and each English text names a value once', () => {
    const wrong = Object.entries(hindi).filter(([english, own]) => {
      const names = namesIn(english)
      return new Set(names).size < names.length || namesIn(own).some((name) => !names.includes(name))
    })
    expect(wrong).toEqual([])
  })
})
