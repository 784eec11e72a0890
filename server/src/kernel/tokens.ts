import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Caller } from './tenancy.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** The mark of a claim that only whoever has the key can make. */
const signWith = (key: Buffer, claim: string) => createHmac('sha256', key).update(claim).digest('base64url')

/** Takes as long whatever the marks have in common. */
const isSame = (mac: string, expected: string) => timingSafeEqual(sha256(mac), sha256(expected))

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

/** Encrypts what must be read again but not by whoever gets hold of the database alone. */
function sealing(secret: string) {
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
function links(secret: string, now: () => number) {
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

/** How long an access token is good for. The session behind it is asked of the database at every call all the same. */
export const accessSeconds = 600

/** Access tokens whose marks need not be made again; a few hundred bytes each. */
const mostRecognised = 10_000

export interface RefreshClaim {
  tenantId: string
  sessionId: string
  /** How often the session had been refreshed when this token was issued. */
  generation: number
}

/** A row of `password_links`. */
export interface PasswordLinkClaim {
  tenantId: string
  id: string
}

/** What an access token is, and whom it is for: no other token of ours is one, nor would one of another product be. */
const accessType = { typ: 'at+jwt', audience: 'plinth' }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** What is stored of a refresh token. */
export const refreshHash = sha256

/** What a digest is made for: each has a key of its own. */
type DigestPurpose = 'call sent again' | 'name tried'

const keyOf = (secret: string, purpose: string) => createHmac('sha256', secret).update(purpose).digest()

/** Digests that whoever has the database alone cannot compare a guess with. */
function digesting(secret: string, oldSecret: string | undefined) {
  const digestBy = (one: string, purpose: DigestPurpose, text: string) =>
    createHmac('sha256', keyOf(one, purpose)).update(text).digest()
  return {
    /** What is kept of a text that is to be told when it comes again: by the present secret, and by the one before it. */
    digestsOf: (purpose: DigestPurpose, text: string): [Buffer, ...Buffer[]] => [
      digestBy(secret, purpose, text),
      ...(oldSecret === undefined ? [] : [digestBy(oldSecret, purpose, text)]),
    ],
  }
}

/** Refresh tokens, signed with the first of the keys and recognised by any. */
function refreshing(keys: readonly [Buffer, ...Buffer[]]) {
  return {
    /**
     * The refresh token of a session's generation. It is derived, not drawn: parallel tabs and lost answers are
     * given the same successor, and an old token is recognised as ours when it is replayed. With the hash of one that
     * was given out already, it is that one, whichever key it was signed with.
     */
    signRefresh({ tenantId, sessionId, generation }: RefreshClaim, given?: Buffer): string {
      const claim = `${tenantId}.${sessionId}.${generation}`
      const isGiven = (key: Buffer) => given?.equals(refreshHash(`${claim}.${signWith(key, claim)}`))
      return `${claim}.${signWith((given && keys.find(isGiven)) ?? keys[0], claim)}`
    },

    /** Undefined for a token we never issued. */
    readRefresh(token: string): RefreshClaim | undefined {
      const [tenantId = '', sessionId = '', generation = '', mac = ''] = token.split('.')
      if (!uuid.test(tenantId) || !uuid.test(sessionId) || !/^\d{1,9}$/.test(generation)) return undefined
      const claim = `${tenantId}.${sessionId}.${generation}`
      const isOurs = keys.some((key) => isSame(mac, signWith(key, claim)))
      return isOurs ? { tenantId, sessionId, generation: Number(generation) } : undefined
    },
  }
}

/**
 * What a signature of the audit trail comes to. `foreign`: by a key that is not known here, as it says itself. `unmarked`: it
 * does not say by which, as those of early versions, and is by none that is known.
 */
export type Standing = 'ours' | 'forged' | 'foreign' | 'unmarked'

/** Links to choose a password, each made of its row's id: whoever has the database alone has none. */
function passwordLinks(secret: string) {
  const key = keyOf(secret, 'password link')
  return {
    signPasswordLink({ tenantId, id }: PasswordLinkClaim): string {
      const claim = `${tenantId}.${id}`
      return `${claim}.${signWith(key, claim)}`
    },

    /** Undefined for one that we never made, or under another secret. */
    readPasswordLink(link: string): PasswordLinkClaim | undefined {
      const [tenantId = '', id = '', mac = ''] = link.split('.')
      if (!uuid.test(tenantId) || !uuid.test(id)) return undefined
      return isSame(mac, signWith(key, `${tenantId}.${id}`)) ? { tenantId, id } : undefined
    },
  }
}

/** Signatures of the audit trail, made with the first of the keys and told by any; each names its key by a mark. */
function trailSigning(keys: readonly [Buffer, ...Buffer[]]) {
  const markOf = (key: Buffer) => createHmac('sha256', key).update('mark').digest('hex').slice(0, 8)
  const byMark = new Map(keys.map((key) => [markOf(key), key]))
  const present = `${markOf(keys[0])}.`

  return {
    /** The signature of a claim about the trail: who has only the database cannot make one. */
    signTrail: (claim: string) => present + signWith(keys[0], claim),
    /** How every signature by the present key begins. */
    trailMark: present,
    judgeTrail(claim: string, signature: string): Standing {
      const [, mark, mac = ''] = /^([0-9a-f]{8})\.(.+)$/.exec(signature) ?? []
      if (mark === undefined) return keys.some((key) => isSame(signature, signWith(key, claim))) ? 'ours' : 'unmarked'
      const key = byMark.get(mark)
      if (key === undefined) return 'foreign'
      return isSame(mac, signWith(key, claim)) ? 'ours' : 'forged'
    },
  }
}

/**
 * Signs and reads tokens and links, and seals what is stored, with keys derived from the installation's secret. What the
 * secret before it signed and sealed can be read too: access tokens and links for as long as the last of them can be good.
 */
export function tokens(secret: string, now: () => number = Date.now, oldSecret?: string) {
  // As objects, which are made ready to sign and verify with but once.
  const accessKeyOf = (of: string) => createSecretKey(keyOf(of, 'access token'))
  const [accessKey, oldAccessKey] = [accessKeyOf(secret), oldSecret === undefined ? undefined : accessKeyOf(oldSecret)]
  const refreshKey = keyOf(secret, 'refresh token')
  const present = { ...sealing(secret), ...links(secret, now), ...digesting(secret, oldSecret) }
  const old = oldSecret === undefined ? undefined : { ...sealing(oldSecret), ...links(oldSecret, now) }
  const takenOverUntil = now() + accessSeconds * 1000
  const trailKey = keyOf(secret, 'audit seal')

  const recognised = new Map<string, { caller: Caller; until: number }>()

  return {
    ...present,
    ...refreshing(oldSecret === undefined ? [refreshKey] : [refreshKey, keyOf(oldSecret, 'refresh token')]),
    ...passwordLinks(secret),
    ...trailSigning(oldSecret === undefined ? [trailKey] : [trailKey, keyOf(oldSecret, 'audit seal')]),
    /** Whether what the secret before this one signed is read, too. */
    readsOld: oldSecret !== undefined,
    /** Undefined for what was altered, is another owner's, or was sealed under a secret that is not known. */
    open: (sealed: Uint8Array, owner: string) => present.open(sealed, owner) ?? old?.open(sealed, owner),
    /** Sealed under the present secret; undefined for what is so already, or cannot be opened. */
    sealAnew(sealed: Uint8Array, owner: string): Buffer | undefined {
      const plain = present.open(sealed, owner) ? undefined : old?.open(sealed, owner)
      return plain && present.seal(plain, owner)
    },
    /** The parts of a link; undefined for one that is not ours, was altered, or is no longer good. */
    readLink: (link: string) => present.readLink(link) ?? (now() < takenOverUntil ? old?.readLink(link) : undefined),
    /** The clock that tokens and codes are judged by, in milliseconds. */
    now,

    signAccess({ tenantId, userId, sessionId }: Caller): Promise<string> {
      const issued = Math.floor(now() / 1000)
      return new SignJWT({ tid: tenantId, sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: accessType.typ })
        .setAudience(accessType.audience)
        .setSubject(userId)
        .setIssuedAt(issued)
        .setExpirationTime(issued + accessSeconds)
        .sign(accessKey)
    },

    /** Undefined for anything but a good, current access token of ours. One that was recognised is known until it expires. */
    async readAccess(token: string): Promise<Caller | undefined> {
      const known = recognised.get(token)
      if (known && now() < known.until) return known.caller
      recognised.delete(token)
      const asked = { ...accessType, algorithms: ['HS256'], currentDate: new Date(now()) }
      const verify = (key: KeyObject) => jwtVerify(token, key, asked).catch(() => undefined)
      const isTakenOver = oldAccessKey && now() < takenOverUntil
      const verified = (await verify(accessKey)) ?? (isTakenOver ? await verify(oldAccessKey) : undefined)
      const { sub, tid, sid, exp = 0 } = verified?.payload ?? {}
      if (![sub, tid, sid].every((value) => typeof value === 'string' && uuid.test(value))) return undefined
      const caller = { userId: String(sub), tenantId: String(tid), sessionId: String(sid) }
      const [oldest] = recognised.keys()
      if (oldest && recognised.size >= mostRecognised) recognised.delete(oldest)
      recognised.set(token, { caller, until: exp * 1000 })
      return caller
    },
  }
}
export type Tokens = ReturnType<typeof tokens>
