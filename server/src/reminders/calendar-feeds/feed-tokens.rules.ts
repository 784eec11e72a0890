import { createHash, randomBytes } from 'node:crypto'

/** What stands in the address of a calendar: the id of the company, and 32 random bytes. */
const bytesOf = { company: 16, secret: 32 }
const isToken = /^[\w-]{64}$/

/** A new token of a company: 64 characters that an address takes as they are. */
export function newToken(tenantId: string): string {
  const company = Buffer.from(tenantId.replaceAll('-', ''), 'hex')
  return Buffer.concat([company, randomBytes(bytesOf.secret)]).toString('base64url')
}

/** What is kept of a token: its SHA-256. Nothing can be guessed of so many random bytes, so it needs no slow hash. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The company that a token names, whether there is one or not; undefined for what is no token. */
export function companyIn(token: string): string | undefined {
  if (!isToken.test(token)) return undefined
  const company = Buffer.from(token, 'base64url').subarray(0, bytesOf.company).toString('hex')
  return company.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
