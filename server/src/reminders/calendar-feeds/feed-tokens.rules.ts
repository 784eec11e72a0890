import { createHash, randomBytes } from 'node:crypto'

/** The parts of a token: the id of the company and 32 random bytes. */
const bytesOf = { company: 16, secret: 32 }
const isToken = /^[\w-]{64}$/

/** A new token of a company: 64 characters that need no escaping in a URL. */
export function newToken(tenantId: string): string {
  const company = Buffer.from(tenantId.replaceAll('-', ''), 'hex')
  return Buffer.concat([company, randomBytes(bytesOf.secret)]).toString('base64url')
}

/** The stored digest of a token, SHA-256. 32 random bytes cannot be guessed, so no slow hash is needed. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The company id in a token, which need not exist; undefined for text that is no token. */
export function companyIn(token: string): string | undefined {
  if (!isToken.test(token)) return undefined
  const company = Buffer.from(token, 'base64url').subarray(0, bytesOf.company).toString('hex')
  return company.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
