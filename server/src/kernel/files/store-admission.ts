import { type S3Settings } from '../config/config.ts'
import { warnOperator } from '../start-error.ts'

const minute = 60_000
const timeoutMs = 10_000
/** A found CORS rule is trusted for an hour; a missing one is checked again soon, because it may be added meanwhile. */
const trustedMs = { found: 60 * minute, missing: minute }

/** Sends the preflight request that a browser sends before it uploads a part from a page of this origin. */
async function preflight({ endpoint, bucket }: S3Settings, origin: string): Promise<boolean> {
  const headers = { origin, 'access-control-request-method': 'PUT' }
  const answer = await fetch(`${endpoint}/${bucket}/${crypto.randomUUID()}`, {
    method: 'OPTIONS',
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await answer.body?.cancel()
  const allowed = answer.headers.get('access-control-allow-origin')
  const methods = answer.headers.get('access-control-allow-methods') ?? ''
  return answer.ok && (allowed === '*' || allowed === origin) && /\*|\bPUT\b/i.test(methods)
}

/**
 * Returns a function that says whether pages of an origin may use the bucket directly. It asks the store and caches the
 * answer; it warns the operator of a missing CORS rule. A store that does not answer admits no page.
 */
export function admissionTo(
  settings: S3Settings,
  warn: (line: string) => unknown = warnOperator,
): (origin: string | undefined) => Promise<boolean> {
  const known = new Map<string, { until: number; answer: Promise<boolean> }>()

  async function ask(origin: string): Promise<boolean> {
    const admits = await preflight(settings, origin).catch(() => false)
    if (!admits)
      warn(
        `The bucket ${settings.bucket} lets no page of ${origin} send files to it: files go through this server. ` +
          `To spare it that, give the bucket a CORS rule: origin ${origin}, methods GET and PUT, header ETag exposed.`,
      )
    const entry = known.get(origin)
    if (entry) entry.until = Date.now() + (admits ? trustedMs.found : trustedMs.missing)
    return admits
  }

  return async (origin) => {
    if (origin === undefined) return false
    const entry = known.get(origin)
    if (entry && entry.until > Date.now()) return entry.answer
    // Limits the memory that a client can fill with invented host names.
    if (known.size >= 20) known.clear()
    const answer = ask(origin)
    known.set(origin, { until: Infinity, answer })
    return answer
  }
}
