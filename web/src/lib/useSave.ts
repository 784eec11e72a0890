import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from './call.ts'
import { whileEnding } from './renewal.ts'
import { newKey } from './request.ts'

interface Options {
  endsSession?: boolean
  /** Other `:params` than those of the present route. */
  params?: Readonly<Record<string, string>> | undefined
}

/**
 * Writes a record for the `:params` of the present route, or for other params, then marks every cached answer stale. Each form has one
 * Idempotency-Key, so that sending it twice creates one record. After a session has ended nothing is refetched.
 */
export function useSave({ endsSession = false, params: ownParams }: Options = {}) {
  const routeParams = useParams({ strict: false })
  const params = ownParams ?? routeParams
  const queryClient = useQueryClient()
  const [idempotencyKey] = useState(newKey)
  return async function save<E extends Endpoint>(endpoint: E, body: unknown): Promise<Answer<E>> {
    const input = { params, body } as unknown as CallInput<E>
    const send = () => call(endpoint, input, endpoint.status === 201 ? { idempotencyKey } : {})
    const stored = await (endsSession ? whileEnding(send) : send())
    if (!endsSession) void queryClient.invalidateQueries()
    return stored
  }
}
