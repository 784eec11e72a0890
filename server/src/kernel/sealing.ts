import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** The mark of a claim that only whoever has the key can make. */
export const signWith = (key: Buffer, claim: string) => createHmac('sha256', key).update(claim).digest('base64url')

/** Takes as long whatever the marks have in common. */
export const isSame = (mac: string, expected: string) => timingSafeEqual(sha256(mac), sha256(expected))

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

/** Encrypts what must be read again but not by whoever gets hold of the database alone. */
export function sealing(secret: string) {
  const key = createHmac('sha256', secret).update('sealed in the database').digest()

  return {
    /** `owner` is bound in: what was sealed for one person cannot be opened as another's. */
    seal(plain: Uint8Array, owner: string): Buffer {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },

    /** Undefined for what was altered, is another owner's, or was sealed under another secret. */
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

const linkStep = 300_000

/** Signs and reads links that stand for a permission for a while. */
export function links(secret: string, now: () => number) {
  const key = createHmac('sha256', secret).update('link').digest()

  return {
    /**
     * A link for whoever it is given to, good for five to ten minutes: the same one for as long as five, so that a page
     * that asks again need not fetch again what it names. `parts` hold no full stop.
     */
    signLink(parts: readonly string[]): string {
      const claim = [...parts, (Math.ceil(now() / linkStep) + 1) * linkStep].join('.')
      return `${claim}.${signWith(key, claim)}`
    },

    /** The parts of a link; undefined for one that is not ours, was altered, or is no longer good. */
    readLink(link: string): string[] | undefined {
      const parts = link.split('.')
      const mac = parts.pop() ?? ''
      if (!isSame(mac, signWith(key, parts.join('.')))) return undefined
      return Number(parts.pop()) > now() ? parts : undefined
    },
  }
}
