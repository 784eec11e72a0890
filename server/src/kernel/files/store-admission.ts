import { type S3Settings } from '../config/config.ts'
import { warnOperator } from '../start-error.ts'

const minute = 60_000
const patience = 10_000
/** A rule that was found is believed for an hour; one that was missing is looked for again soon, since it may be made meanwhile. */
const believed = { found: 60 * minute, missing: minute }

/** Asks the store what a browser asks it before it sends a part: may a page of this origin? */
async function preflight({ endpoint, bucket }: S3Settings, origin: string): Promise<boolean> {
  const headers = { origin, 'access-control-request-method': 'PUT' }
  const answer = await fetch(`${endpoint}/${bucket}/${crypto.randomUUID()}`, {
    method: 'OPTIONS',
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(patience),
  })
  await answer.body?.cancel()
  const allowed = answer.headers.get('access-control-allow-origin')
  const methods = answer.headers.get('access-control-allow-methods') ?? ''
  return answer.ok && (allowed === '*' || allowed === origin) && /\*|\bPUT\b/i.test(methods)
}

/**
 * Whether browsers with a page of this origin may work with the bucket itself. It is asked of the store and remembered; whoever
 * runs the server is told of a rule that is missing. A store that gives no answer admits nobody.
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
    if (entry) entry.until = Date.now() + (admits ? believed.found : believed.missing)
    return admits
  }

  return async (origin) => {
    if (origin === undefined) return false
    const entry = known.get(origin)
    if (entry && entry.until > Date.now()) return entry.answer
    // Whoever invents host names is not to fill the memory with them.
    if (known.size >= 20) known.clear()
    const answer = ask(origin)
    known.set(origin, { until: Infinity, answer })
    return answer
  }
}
