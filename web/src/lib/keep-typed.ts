const keepers = new Set<() => void>()

/** Registers `keep` to run before the page is reloaded while a form may hold typed values; returns a function that removes it. */
export function addTypedKeeper(keep: () => void): () => void {
  keepers.add(keep)
  return () => keepers.delete(keep)
}

/** Whether a form is open that may hold typed values. */
export const hasForms = () => keepers.size > 0

/** Has every open form store its typed values. */
export function keepTyped(): void {
  for (const keep of keepers) keep()
}
