import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** The signature of a claim. */
export const signWith = (key: Buffer, claim: string) => createHmac('sha256', key).update(claim).digest('base64url')

/** Compares in constant time. */
export const isSame = (mac: string, expected: string) => timingSafeEqual(sha256(mac), sha256(expected))

/** The key for one purpose; keys reveal neither each other nor the secret. */
export const keyOf = (secret: string, purpose: string) => createHmac('sha256', secret).update(purpose).digest()

/** The spelling of record ids in tokens. */
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
