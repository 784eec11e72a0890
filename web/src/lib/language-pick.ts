import { hasForms, keepTyped } from './keep-typed.ts'
import { chooseLanguage, type Language, language } from './language.ts'
import { tabKeys } from './tab-keys.ts'

/** Stores what is typed in an open page, such as the login, for the page after the reload; never a password. */
function carryTyped(): void {
  const inputs = document.querySelectorAll<HTMLInputElement>(
    'main input[name]:not([type=password]), main textarea[name]',
  )
  const values = [...inputs].flatMap(({ name, value }) => (value ? [[name, value]] : []))
  const carried = JSON.stringify({ path: location.pathname, values: Object.fromEntries(values) })
  if (values.length > 0) sessionStorage.setItem(tabKeys.carried, carried)
}

/** Sets the value through the native setter: React notices only changes that the browser reports. */
function write(input: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const kind = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}

/** Puts the carried values into the inputs of the page as soon as they exist. */
export function restoreCarried(): void {
  const text = sessionStorage.getItem(tabKeys.carried)
  sessionStorage.removeItem(tabKeys.carried)
  if (text === null) return
  const { path, values } = JSON.parse(text) as { path: string; values: Record<string, string> }
  const left = new Map(Object.entries(values))
  function fill() {
    if (location.pathname !== path) return true
    for (const [name, value] of left) {
      const input = document.querySelector<HTMLInputElement>(`main [name="${CSS.escape(name)}"]`)
      if (!input) continue
      write(input, value)
      left.delete(name)
    }
    return left.size === 0
  }
  if (fill()) return
  const watcher = new MutationObserver(() => fill() && watcher.disconnect())
  watcher.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => watcher.disconnect(), 10_000)
}

/** Switches the screens to this language, on every device of the signed-in user. */
export function pickLanguage(next: Language): void {
  if (next === language) return
  sessionStorage.setItem(tabKeys.language, next)
  if (hasForms()) keepTyped()
  else carryTyped()
  chooseLanguage(next)
}
