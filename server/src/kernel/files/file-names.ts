/** A file's name without what would turn it round or break a line. */
export const nameable = (name: string) =>
  name
    .toWellFormed()
    .replace(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .slice(-255)
    .toWellFormed()
    .trim() || 'Unnamed'

/** The header that has a file kept under its name and never shown as a page of ours, as RFC 8187 writes it. */
export function attachmentNamed(name: string): string {
  const sign = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  return `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, sign)}`
}
