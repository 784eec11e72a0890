import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** The mark of a claim that only whoever has the key can make. */
export const signWith = (key: Buffer, claim: string) => createHmac('sha256', key).update(claim).digest('base64url')

/** Takes as long whatever the marks have in common. */
export const isSame = (mac: string, expected: string) => timingSafeEqual(sha256(mac), sha256(expected))

/** The key for one purpose: none can be told from another, nor the secret from them. */
export const keyOf = (secret: string, purpose: string) => createHmac('sha256', secret).update(purpose).digest()

/** How the ids of our records are written, which tokens name. */
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
