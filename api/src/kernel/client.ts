import type { $ZodType, input } from 'zod/v4/core'
import type { Endpoint, Method } from './endpoint.ts'

type PartOf<T, K extends string> = T extends $ZodType ? { [key in K]: input<T> } : { [key in K]?: undefined }

/** A query without required fields may be left out. */
type QueryPart<T> = T extends $ZodType
  ? Record<string, never> extends input<T>
    ? { query?: input<T> }
    : { query: input<T> }
  : { query?: undefined }

/** The input of a call: exactly the parts that its endpoint declares. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _>
    ? PartOf<P, 'params'> & QueryPart<Q> & PartOf<B, 'body'>
    : never

/** Files come last, so that the reader of the form knows their purpose before they arrive. */
function formOf(values: object): FormData {
  const form = new FormData()
  const entries = Object.entries(values).flatMap(([name, value]): [string, unknown][] =>
    Array.isArray(value) ? value.map((one) => [`${name}[]`, one]) : [[name, value]],
  )
  for (const [name, value] of entries)
    if (typeof value === 'string' || typeof value === 'number') form.append(name, String(value))
  for (const [name, value] of entries) if (value instanceof Blob) form.append(name, value)
  return form
}

function encodedBody({ upload }: Endpoint, body: unknown): string | Blob | FormData | undefined {
  if (body === undefined) return undefined
  if (!upload) return JSON.stringify(body)
  if (!upload.field) return body instanceof Blob ? body : undefined
  return formOf(body instanceof Blob ? { [upload.field]: body } : Object(body))
}

/**
 * The HTTP request of a call: method, path with its params filled in and escaped, query string, and JSON text or a
 * file.
 */
export function requestOf<E extends Endpoint>(
  endpoint: E,
  { params, query, body }: { params?: unknown; query?: unknown; body?: unknown },
): { method: Method; url: string; body: string | Blob | FormData | undefined } {
  const values = new Map(Object.entries(params ?? {}))
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one))
  return {
    method: endpoint.method,
    url: search.size === 0 ? path : `${path}?${search}`,
    body: encodedBody(endpoint, body),
  }
}
