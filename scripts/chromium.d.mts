/** A Chromium of this machine, or undefined. */
export function findChromium(): Promise<string | undefined>

/** The path of a Chromium for the browser tests, installed when the machine has none. */
export function ensureChromium(node?: string): Promise<string>
