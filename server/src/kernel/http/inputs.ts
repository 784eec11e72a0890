import type { Endpoint, FieldFault, Input } from '@plinth/api/kernel/endpoint'
import { messageOfIssue } from '@plinth/api/kernel/messages'
import type { FastifyRequest } from 'fastify'
import type { $ZodType } from 'zod/v4/core'
import { safeParse } from 'zod/v4/core'
import { invalid } from '../errors.ts'

function parsePart(schema: $ZodType | undefined, value: unknown): { value: unknown; faults: FieldFault[] } {
  if (!schema) return { value: undefined, faults: [] }
  const parsed = safeParse(schema, value)
  if (parsed.success) return { value: parsed.data, faults: [] }
  const faults = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: issue.message }))
      : [{ path: issue.path.join('.'), ...messageOfIssue(issue) }],
  )
  return { value: undefined, faults }
}

/** Checks every part of a request. Throws 400 that names every field at fault. */
export function inputOf<E extends Endpoint>(endpoint: E, request: FastifyRequest): Input<E> {
  const params = parsePart(endpoint.params, request.params)
  const query = parsePart(endpoint.query, request.query)
  const body = parsePart(endpoint.body, request.body)
  const faults = [...params.faults, ...query.faults, ...body.faults]
  // The first fault of each field is enough to mend it.
  if (faults.length > 0)
    throw invalid([...new Map(faults.toReversed().map((fault) => [fault.path, fault])).values()].toReversed())
  return { params: params.value, query: query.value, body: body.value } as Input<E>
}
