import hindi from '../languages/hi.json?url'

/** The languages of the screens; the texts in the code are the English ones. */
export const languages = { en: 'English', hi: 'हिन्दी' } as const
export type Language = keyof typeof languages

const isPage = typeof document !== 'undefined'
const isEncrypted = isPage && location.protocol === 'https:'
/** By its prefix a browser takes it from this host alone, and over TLS alone. */
const cookie = isEncrypted ? '__Host-language' : 'language'

const chosen = isPage && new RegExp(`(?:^|; )${cookie}=(\\w+)`).exec(document.cookie)?.[1]

const load = (): Promise<Record<string, string>> => fetch(hindi).then((answer) => answer.json())

// Everything that imports this waits, so that a text may be translated wherever it stands, outside of functions too.
const loaded =
  chosen === 'hi'
    ? await load()
        .catch(load)
        .catch(() => null)
    : null
const texts = new Map(Object.entries(loaded ?? {}))

/** The language of this page from its first moment on. Without its texts none is half shown: the page is in English. */
export const language: Language = loaded ? 'hi' : 'en'

/** How the language writes numbers and days. */
export const locale = `${language}-IN`
if (isPage) document.documentElement.lang = locale

type Values = Record<string, string | number>

const filled = (text: string, values: Values | undefined) =>
  values === undefined ? text : text.replaceAll(/\{(\w+)\}/g, (mark, name: string) => String(values[name] ?? mark))

/** A text of the screens in the language of the page; `{name}` in it stands for a value. */
export const t = (text: string, values?: Values): string => filled(texts.get(text) ?? text, values)

const asPattern = (text: string) =>
  new RegExp(`^${text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{(\w+)\}/g, '(?<$1>.+?)')}$`, 's')

const words = (text: string) => text.replaceAll(/\{\w+\}/g, '').match(/\p{L}{2,}/gu) ?? []

let patterns: [form: RegExp, own: string][] | undefined

/** The texts with values in them that can be known by their form: '{from} to {to}' could be anything. The longest first. */
const patternsOf = () =>
  [...texts]
    .filter(([english]) => english.includes('{') && words(english).length > 1)
    .toSorted(([one], [other]) => words(other).join('').length - words(one).join('').length)
    .map(([english, own]): [RegExp, string] => [asPattern(english), own])

function knownForm(text: string): string | undefined {
  patterns ??= patternsOf()
  for (const [form, own] of patterns) {
    const found = form.exec(text)
    if (found) return filled(own, found.groups)
  }
  return undefined
}

/** The server puts its sentences together as they are needed: each is known by itself, or none counts. */
function knownSentences(text: string): string | undefined {
  const sentences = text.split(/(?<=\.) /)
  const known = sentences.flatMap((sentence) => texts.get(sentence) ?? knownForm(sentence) ?? [])
  return known.length === sentences.length ? known.join(' ') : undefined
}

/**
 * A text that is not written where it is shown (a label of the wire, a message of the server) in the language of the page
 * where that knows it; else as it came. A text with its values filled in is known by its form.
 */
export const translated = (text: string, values?: Values): string =>
  filled(language === 'en' ? text : (texts.get(text) ?? knownSentences(text) ?? knownForm(text) ?? text), values)

/** Shows the pages in another language from now on; this one, or the one at the address, is loaded anew. */
export function chooseLanguage(next: Language, to?: string): void {
  const secure = isEncrypted ? '; secure' : ''
  document.cookie = `${cookie}=${next}; path=/; max-age=${365 * 24 * 3600}; samesite=lax${secure}`
  if (to === undefined) location.reload()
  else location.assign(to)
}
