import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Config, type S3Settings } from '../config/config.ts'
import { AppError } from '../errors.ts'
import { StartError } from '../start-error.ts'
import { type ArrivedFile } from './arrived-file.ts'
import { attachmentNamed } from './file-names.ts'
import {
  type Ask,
  askerFor,
  attemptList,
  clientFor,
  dateIn,
  faultOf,
  listed,
  objectList,
  pageOf,
  partList,
  refusalOf,
  silenceOf,
  textIn,
  timeoutMs,
  Watch,
  wholeBucket,
} from './s3-client.ts'
import { checkedKey, type Part, partsChanged, type Span, type Storage } from './storage.ts'
import { diskStorage } from './storage-disk.ts'
import { admissionTo } from './store-admission.ts'

/** The store may take long to join many parts, and is silent meanwhile. */
const joinTimeoutMs = 10 * timeoutMs

async function unlessAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined
    throw error
  }
}

/** The bytes of an answer. The timer runs only while a reader waits for bytes. */
async function* awaitedBytes(answer: Response, watch: Watch): AsyncGenerator<Uint8Array> {
  const reader = answer.body?.getReader()
  try {
    for (;;) {
      watch.progressed()
      const chunk = await reader?.read()
      watch.rest()
      if (!chunk || chunk.done) return
      yield chunk.value
    }
  } catch (error) {
    throw faultOf(error)
  } finally {
    watch.end()
  }
}

async function openObject(settings: S3Settings, key: string, span?: Span): Promise<Readable> {
  checkedKey(key)
  const watch = new Watch(timeoutMs)
  try {
    const end = span && span.to + 1
    const answer = await clientFor(settings, watch).getObjectRaw(key, !span, span?.from, end)
    if (span && answer.status !== 206) throw new TypeError('the span was not heeded')
    watch.rest()
    return Readable.from(awaitedBytes(answer, watch), { objectMode: false }).once('close', () => watch.end())
  } catch (error) {
    watch.end()
    // Like a file: past its end there is nothing to read.
    if (refusalOf(error)?.status === 416) return Readable.from([])
    throw faultOf(error)
  }
}

function partsOn(ask: Ask, sizeOf: Storage['sizeOf']) {
  async function putPart(key: string, attempt: string, number: number, file: ArrivedFile): Promise<void> {
    const bytes = await openAsBlob(file.path)
    await ask(key, (client) => client.uploadPart(key, attempt, bytes, number))
    await rm(file.path, { force: true })
  }

  async function partsOf(key: string, attempt: string): Promise<Part[]> {
    const parts: Part[] = []
    for await (const part of listed(ask, partList, key, { uploadId: attempt }))
      parts.push({
        number: Number(textIn(part, 'PartNumber')),
        size: Number(textIn(part, 'Size')),
        tag: textIn(part, 'ETag'),
      })
    return parts
  }

  async function joinParts(key: string, attempt: string, wanted: readonly Part[]): Promise<void> {
    if (wanted.length === 0) throw partsChanged()
    const parts = wanted.map(({ number, tag }) => ({ partNumber: number, etag: tag }))
    try {
      await ask(
        key,
        async (client) => {
          const { etag } = await client.completeMultipartUpload(key, attempt, parts)
          // The store may fail after it has begun to answer with success.
          if (!etag) throw new TypeError('the parts were not joined')
        },
        joinTimeoutMs,
      )
    } catch (error) {
      // The parts were joined before, and the answer was lost.
      const isGone = error instanceof AppError && error.status === 404
      if (!isGone || (await sizeOf(key)) !== wanted.reduce((sum, part) => sum + part.size, 0)) throw error
    }
  }

  async function* abandonedBefore(moment: Date): ReturnType<Storage['abandonedBefore']> {
    for await (const attempt of listed(ask, attemptList, wholeBucket, { uploads: '' }))
      if (dateIn(attempt, 'Initiated') < moment)
        yield { key: textIn(attempt, 'Key'), attempt: textIn(attempt, 'UploadId') }
  }

  return { putPart, partsOf, join: joinParts, abandonedBefore }
}

/** A store that speaks S3 with path-style addresses. It reports faults to the operator, without secrets. */
export function s3Storage({ arrivals, ...settings }: S3Settings & { arrivals: string }): Storage {
  const ask = askerFor(settings)
  const { origin } = new URL(settings.endpoint)
  const sizeOf = (key: string) => unlessAbsent(ask(key, (client) => client.getContentLength(key)))
  const link = (method: 'GET' | 'PUT', key: string, seconds: number, query: Record<string, string>) =>
    ask(key, (client) => client.getPresignedUrl(method, key, seconds, query))

  return {
    bucket: settings.bucket,
    origin,
    admits: admissionTo(settings),
    arrivals,
    async keep(key, file) {
      const bytes = await openAsBlob(file.path)
      // The store checks the digest itself and rejects a file that differs.
      const sum = { 'x-amz-checksum-sha256': Buffer.from(file.sha256, 'hex').toString('base64') } as const
      await ask(key, (client) => client.putObject(key, bytes, 'application/octet-stream', undefined, sum))
      await rm(file.path, { force: true })
    },
    sizeOf,
    open: (key, span) => openObject(settings, key, span),
    pathOf: () => undefined,
    async remove(key) {
      await unlessAbsent(ask(key, (client) => client.deleteObject(key)))
    },
    async *list(prefix) {
      for await (const object of listed(ask, objectList, wholeBucket, { 'list-type': '2', prefix }))
        yield {
          key: textIn(object, 'Key'),
          size: Number(textIn(object, 'Size')),
          modifiedAt: dateIn(object, 'LastModified'),
        }
    },
    linkTo: (key, { name, type }, seconds) =>
      link('GET', key, seconds, {
        'response-content-disposition': attachmentNamed(name),
        'response-content-type': type,
      }),
    begin: (key) => ask(key, (client) => client.getMultipartUploadId(key)),
    partLink: (key, attempt, number, seconds) =>
      link('PUT', key, seconds, { partNumber: String(number), uploadId: attempt }),
    async abandon(key, attempt) {
      await unlessAbsent(ask(key, (client) => client.abortMultipartUpload(key, attempt)))
    },
    ...partsOn(ask, sizeOf),
  }
}

/** A fault of the store as one sentence for the person who starts the server. */
function startFault(error: unknown, { endpoint, bucket, region }: S3Settings): StartError {
  const refusal = refusalOf(error)
  if (!refusal) return new StartError(`S3_ENDPOINT ${endpoint} cannot be worked with (${silenceOf(error)}).`)
  const { status, code } = refusal
  if (status === 404) return new StartError(`S3_BUCKET ${bucket} does not exist at ${endpoint}.`)
  if (code === 'AuthorizationHeaderMalformed' || [301, 307].includes(status))
    return new StartError(`S3_REGION ${region} is not the region of the bucket ${bucket} (${code}).`)
  if ([401, 403].includes(status))
    return new StartError(
      `S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY were refused by ${endpoint} for the bucket ${bucket} (${code}).`,
    )
  return new StartError(`S3_ENDPOINT ${endpoint} answered ${status} (${code}).`)
}

/** Requests the first object of the store. Throws a StartError. */
async function checkStore(settings: S3Settings): Promise<void> {
  const watch = new Watch(timeoutMs)
  try {
    const query = { 'list-type': '2', 'max-keys': '1' }
    const answer = await clientFor(settings, watch).getObjectRaw(wholeBucket, true, 0, undefined, query)
    pageOf(await answer.text(), objectList)
  } catch (error) {
    throw startFault(error, settings)
  } finally {
    watch.rest()
  }
}

/** Opens the configured store: S3, or a folder of this machine. Throws a StartError when it cannot be used. */
export async function openStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<Storage> {
  const folder = join(dataDir, 'files')
  let storage: Storage
  try {
    storage = diskStorage(folder)
  } catch (error) {
    throw new StartError(`DATA_DIR cannot hold the documents: ${error instanceof Error ? error.message : error}.`)
  }
  if (!s3) return storage
  await checkStore(s3)
  return s3Storage({ ...s3, arrivals: storage.arrivals })
}
