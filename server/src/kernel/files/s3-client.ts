import { S3mini, S3ServiceError } from 's3mini'
import { type S3Settings } from '../config/config.ts'
import { AppError, notFound } from '../errors.ts'
import { warnOperator } from '../start-error.ts'
import { checkedKey, partsChanged, storeAway, storeFull } from './storage.ts'

const second = 1000
/** How many milliseconds the store may neither receive nor send a byte. */
export const timeoutMs = 30 * second

/** The status and code of the store's refusal; undefined for any other error. */
export function refusalOf(error: unknown): { status: number; code: string } | undefined {
  const refusal = error instanceof Error && error.cause instanceof S3ServiceError ? error.cause : error
  if (!(refusal instanceof S3ServiceError)) return undefined
  const [, code = 'no code'] = /<Code>(\w+)<\/Code>/.exec(refusal.body ?? '') ?? []
  return { status: refusal.status, code }
}

/** The reason why the store did not answer, without any content of the request. */
export function silenceOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given'
  if (error.name === 'AbortError') return 'it fell silent'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause === undefined ? error.message : silenceOf(error.cause)
}

const full = new Set(['InsufficientStorage', 'QuotaExceeded', 'XMinioStorageFull'])
const wrongParts = new Set(['InvalidPart', 'InvalidPartOrder', 'EntityTooSmall'])

/** The refusal for the caller. Rejected credentials are not the caller's fault, so the store is unavailable to them. */
export function faultOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  const refusal = refusalOf(error)
  if (refusal && (refusal.status === 507 || full.has(refusal.code))) return storeFull()
  if (refusal && wrongParts.has(refusal.code)) return partsChanged()
  if (refusal?.status === 404 && refusal.code !== 'NoSuchBucket') return notFound()
  const what = refusal ? `answered ${refusal.status} (${refusal.code})` : `gave no answer (${silenceOf(error)})`
  warnOperator(`The document store ${what}.`)
  return storeAway()
}

/** Aborts a request when the store has been silent for too long. */
export class Watch {
  readonly #controller = new AbortController()
  readonly #milliseconds: number
  #timer: NodeJS.Timeout | undefined

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
    this.progressed()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  progressed(): void {
    this.rest()
    this.#timer = setTimeout(() => this.end(), this.#milliseconds)
  }

  /** Stops the timer while nothing is awaited from the store. */
  rest(): void {
    clearTimeout(this.#timer)
  }

  end(): void {
    this.rest()
    this.#controller.abort()
  }
}

async function* watchedBytes(bytes: AsyncIterable<Uint8Array>, watch: Watch) {
  for await (const chunk of bytes) {
    watch.progressed()
    yield chunk
  }
}

/**
 * Encodes by RFC 3986 in full: encodeURIComponent leaves five characters that the store encodes before it checks the
 * signature.
 */
const encodeFully = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const canonicalQuery = (query: Record<string, unknown> = {}) =>
  Object.keys(query)
    .toSorted()
    .map((name) => `${encodeFully(name)}=${encodeFully(String(query[name]))}`)
    .join('&')

/** A client for one request: it signs its whole query, and ends with its watch. */
export function clientFor(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings,
  watch: Watch,
): S3mini {
  const send: typeof fetch = async (input, init) => {
    const body = init?.body instanceof Blob && init.body.size > 0 ? init.body : undefined
    const answer = await fetch(input, {
      ...init,
      signal: watch.signal,
      // A redirect to another region counts as an answer; the signature is valid for this region only.
      redirect: 'manual',
      // With these two options fetch does not keep a copy of the body for a redirect.
      ...(body && { redirect: 'error', window: null }),
      ...(body && { body: ReadableStream.from(watchedBytes(body.stream(), watch)), duplex: 'half' }),
    })
    watch.progressed()
    return answer
  }
  const client = new S3mini({ endpoint: `${endpoint}/${bucket}`, region, accessKeyId, secretAccessKey, fetch: send })
  // The library signs those five characters unencoded, so the store would refuse any query that contains one.
  Object.assign(client, { _buildCanonicalQueryString: canonicalQuery })
  return client
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescapeXml = (text: string) =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) =>
    name ? (named[name] ?? whole) : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  )

/** The text of an element without children. Throws if there is no such element and no default. */
export function textIn(xml: string, element: string, otherwise?: string): string {
  const [, text = otherwise] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? []
  if (text === undefined) throw new TypeError(`no ${element}`)
  return unescapeXml(text)
}

export function dateIn(xml: string, element: string): Date {
  const date = new Date(textIn(xml, element))
  if (Number.isNaN(date.getTime())) throw new TypeError(`no date in ${element}`)
  return date
}

/**
 * A list that the store answers in pages: its root element, the element of an item, and the elements that name the next
 * page.
 */
export interface Listing {
  root: string
  item: string
  next: Record<string, string>
}

export const objectList: Listing = {
  root: 'ListBucketResult',
  item: 'Contents',
  next: { 'continuation-token': 'NextContinuationToken' },
}
export const partList: Listing = {
  root: 'ListPartsResult',
  item: 'Part',
  next: { 'part-number-marker': 'NextPartNumberMarker' },
}
export const attemptList: Listing = {
  root: 'ListMultipartUploadsResult',
  item: 'Upload',
  next: { 'key-marker': 'NextKeyMarker', 'upload-id-marker': 'NextUploadIdMarker' },
}

/** The items of one page and the query of the next page. Throws for an incomplete answer. */
export function pageOf(xml: string, { root, item, next }: Listing) {
  const [, inside] = new RegExp(`^\\s*(?:<\\?xml[^>]*>)?\\s*<${root}[^>]*>(.*)</${root}>\\s*$`, 's').exec(xml) ?? []
  if (inside === undefined) throw new TypeError(`no ${root}`)
  const items = [...inside.matchAll(new RegExp(`<${item}>(.*?)</${item}>`, 'gs'))].map(([, text = '']) => text)
  if (textIn(inside, 'IsTruncated', 'false') !== 'true') return { items }
  const query = Object.entries(next).map(([name, element]) => [name, textIn(inside, element)])
  return { items, query: Object.fromEntries(query) as Record<string, string> }
}

/** The key for a request about the whole bucket; no object has this key. */
export const wholeBucket = '/'

export type Ask = <T>(key: string, work: (client: S3mini) => Promise<T>, milliseconds?: number) => Promise<T>

/** Runs a request to the store and turns every fault into a refusal for the caller. */
export const askerFor =
  (settings: S3Settings): Ask =>
  async (key, work, milliseconds = timeoutMs) => {
    if (key !== wholeBucket) checkedKey(key)
    const watch = new Watch(milliseconds)
    try {
      return await work(clientFor(settings, watch))
    } catch (error) {
      throw faultOf(error)
    } finally {
      watch.rest()
    }
  }

/** The items of a list, over all its pages. */
export async function* listed(ask: Ask, listing: Listing, key: string, query: Record<string, string>) {
  for (let more: Record<string, string> | undefined = {}; more; ) {
    const pageQuery = { ...query, ...more }
    const page = await ask(key, async (client) => {
      const answer = await client.getObjectRaw(key, true, 0, undefined, pageQuery)
      return pageOf(await answer.text(), listing)
    })
    yield* page.items
    more = page.query
  }
}
