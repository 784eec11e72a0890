import { inWords } from '@plinth/api/kernel/code-words'
import { filled, type Message, type Values } from '@plinth/api/kernel/messages'
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

/** A text of the screens in the language of the page; `{name}` in it stands for a value. */
export const t = (text: string, values?: Values): string =>
  values ? filled(texts.get(text) ?? text, values) : (texts.get(text) ?? text)

/** A text that is not written where it is shown, such as a label of the wire, in the language of the page where that knows it; else as it came. */
export const translated = t

/** Values of messages that are codes of the wire. Those of other names anybody may have written, in capitals too. */
const codes = ['state', 'event']

const valueIn = (name: string, value: string | number) =>
  codes.includes(name) && typeof value === 'string' ? translated(inWords(value)) : value

/** What is told (by the server, or by a rule of the wire) in the language of the page, a field that it names called by its label. */
export function worded({ message, parts }: Message, labels?: ReadonlyMap<string, string>): string {
  if (parts === undefined) return translated(message)
  const { field } = parts.values
  const label = labels?.get(String(field)) ?? field
  const values = Object.fromEntries(Object.entries(parts.values).map(([name, value]) => [name, valueIn(name, value)]))
  return translated(parts.text, { ...values, ...(label !== undefined && { field: label }) })
}

/** Shows the pages in another language from now on; this one, or the one at the address, is loaded anew. */
export function chooseLanguage(next: Language, to?: string): void {
  const secure = isEncrypted ? '; secure' : ''
  document.cookie = `${cookie}=${next}; path=/; max-age=${365 * 24 * 3600}; samesite=lax${secure}`
  if (to === undefined) location.reload()
  else location.assign(to)
}
