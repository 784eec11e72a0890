/** A Firefox as its makers ship it, or undefined. */
export function findFirefox(): string | undefined

/** Puts one on a machine that has none, where that can be done; a second browser is not asked of anybody else. */
export function ensureFirefox(): Promise<void>
