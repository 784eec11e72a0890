/** A file name without characters that reverse its direction or break a line. */
export const nameable = (name: string) =>
  name
    .toWellFormed()
    .replace(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .slice(-255)
    .toWellFormed()
    .trim() || 'Unnamed'

/**
 * The header that makes a browser save a file under its name instead of showing it as a page of the product (RFC 8187).
 */
export function attachmentNamed(name: string): string {
  const sign = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  return `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, sign)}`
}
