const keepers = new Set<() => void>()

/** Has `keep` run before the page is loaded anew although something is typed in it; the answer takes that back. */
export function beforeLosing(keep: () => void): () => void {
  keepers.add(keep)
  return () => keepers.delete(keep)
}

/** Whether a form is open in which something may be typed. */
export const hasForms = () => keepers.size > 0

/** Keeps what is typed, where a form can. */
export function keepTyped(): void {
  for (const keep of keepers) keep()
}
