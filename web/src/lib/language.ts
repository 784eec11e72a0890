import hindi from '../languages/hi.json?url'

/** The languages of the screens; the texts in the code are the English ones. */
export const languages = { en: 'English', hi: 'हिन्दी' } as const
export type Language = keyof typeof languages

const cookie = 'language'
const isPage = typeof document !== 'undefined'

function chosen(): Language {
  const found = isPage && new RegExp(`(?:^|; )${cookie}=(\\w+)`).exec(document.cookie)?.[1]
  return found === 'hi' ? 'hi' : 'en'
}

/** The language of this page from its first moment on. */
export const language = chosen()

/** How the language writes numbers and days. */
export const locale = `${language}-IN`

async function load(): Promise<Record<string, string>> {
  if (language === 'en') return {}
  try {
    return (await (await fetch(hindi)).json()) as Record<string, string>
  } catch {
    // A page in English is better than none.
    return {}
  }
}

// Everything that imports this waits, so that a text may be translated wherever it stands, outside of functions too.
const texts = await load()
if (isPage) document.documentElement.lang = locale

type Values = Record<string, string | number>

const filled = (text: string, values: Values = {}) =>
  text.replaceAll(/\{(\w+)\}/g, (mark, name: string) => String(values[name] ?? mark))

/** A text of the screens in the language of the page; `{name}` in it stands for a value. */
export const t = (text: string, values?: Values): string => filled(texts[text] ?? text, values)

const asPattern = (text: string) =>
  new RegExp(`^${text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{(\w+)\}/g, '(?<$1>.+?)')}$`, 's')

let patterns: [RegExp, string][] | undefined

/**
 * A text that is not written where it is shown (a label of the wire, a message of the server) in the language of the page
 * where that knows it; else as it came. A text with its values filled in is known by its form.
 */
export function translated(text: string, values?: Values): string {
  const known = texts[text]
  if (language === 'en' || known) return filled(known ?? text, values)
  patterns ??= Object.entries(texts).flatMap(([english, own]) =>
    english.includes('{') ? [[asPattern(english), own]] : [],
  )
  for (const [pattern, own] of patterns) {
    const found = pattern.exec(text)
    if (found) return filled(own, found.groups)
  }
  return text
}

/** Shows the pages in another language from now on; the page is loaded anew. */
export function chooseLanguage(next: Language): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${cookie}=${next}; path=/; max-age=${365 * 24 * 3600}; samesite=lax${secure}`
  location.reload()
}
