import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keyOf } from './signing.ts'

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

/** Encrypts data that the server must read again, but nobody who has only the database. */
export function sealing(secret: string) {
  const key = keyOf(secret, 'sealed in the database')

  return {
    /** `owner` is authenticated too: data that was sealed for one person cannot be opened as another's. */
    seal(plain: Uint8Array, owner: string): Buffer {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },

    /** Undefined for data that was altered, belongs to another owner, or was sealed under another secret. */
    open(sealed: Uint8Array, owner: string): Buffer | undefined {
      const nonce = sealed.subarray(0, nonceBytes)
      const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
      try {
        const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
          .setAAD(Buffer.from(owner))
          .setAuthTag(tag)
        return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}
