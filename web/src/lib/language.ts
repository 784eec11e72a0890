import { inWords } from '@plinth/api/kernel/code-words'
import { filled, type Message, type Values } from '@plinth/api/kernel/messages'
import hindi from '../languages/hi.json?url'

/** The languages of the screens; the texts in the code are the English ones. */
export const languages = { en: 'English', hi: 'हिन्दी' } as const
export type Language = keyof typeof languages

const isPage = typeof document !== 'undefined'
const isEncrypted = isPage && location.protocol === 'https:'
/** The prefix makes a browser accept the cookie only from this host and only over TLS. */
const cookie = isEncrypted ? '__Host-language' : 'language'

const chosen = isPage && new RegExp(`(?:^|; )${cookie}=(\\w+)`).exec(document.cookie)?.[1]

const load = (): Promise<Record<string, string>> => fetch(hindi).then((answer) => answer.json())

// Every importing module waits for the texts, so that texts can be translated at module level too.
const loaded =
  chosen === 'hi'
    ? await load()
        .catch(load)
        .catch(() => null)
    : null
const texts = new Map(Object.entries(loaded ?? {}))

/** The language of this page. Without its texts the whole page is in English, so that the two are never mixed. */
export const language: Language = loaded ? 'hi' : 'en'

/** The locale for numbers and days. */
export const locale = `${language}-IN`
if (isPage) document.documentElement.lang = locale

/** A screen text in the language of the page; `{name}` in it stands for a value. */
export const t = (text: string, values?: Values): string =>
  values ? filled(texts.get(text) ?? text, values) : (texts.get(text) ?? text)

/**
 * A text that is not a literal where it is shown, such as a label of the wire, in the language of the page; unchanged if there is no
 * translation.
 */
export const translated = t

/** The values of messages that are codes of the wire. Other values may be free text, also in capitals. */
const codes = ['state', 'event']

const valueIn = (name: string, value: string | number) =>
  codes.includes(name) && typeof value === 'string' ? translated(inWords(value)) : value

/** A message of the server or of a wire rule in the language of the page; a field that it names is shown by its label. */
export function worded({ message, parts }: Message, labels?: ReadonlyMap<string, string>): string {
  if (parts === undefined) return translated(message)
  const { field } = parts.values
  const label = labels?.get(String(field)) ?? field
  const values = Object.fromEntries(Object.entries(parts.values).map(([name, value]) => [name, valueIn(name, value)]))
  return translated(parts.text, { ...values, ...(label !== undefined && { field: label }) })
}

/** Switches the pages to another language and reloads this page, or loads the one at the given address. */
export function chooseLanguage(next: Language, to?: string): void {
  const secure = isEncrypted ? '; secure' : ''
  document.cookie = `${cookie}=${next}; path=/; max-age=${365 * 24 * 3600}; samesite=lax${secure}`
  if (to === undefined) location.reload()
  else location.assign(to)
}
