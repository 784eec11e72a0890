import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from './call.ts'
import { newKey } from './request.ts'

/**
 * Writes a record for the `:params` of the present route, then marks every cached answer stale. One form has one
 * Idempotency-Key, so that sending it twice creates one record. Once the session has ended nothing is fetched anew.
 */
export function useSave({ endsSession = false } = {}) {
  const params = useParams({ strict: false })
  const queryClient = useQueryClient()
  const [idempotencyKey] = useState(newKey)
  return async function save<E extends Endpoint>(endpoint: E, body: unknown): Promise<Answer<E>> {
    const input = { params, body } as unknown as CallInput<E>
    const stored = await call(endpoint, input, endpoint.status === 201 ? { idempotencyKey } : {})
    if (!endsSession) void queryClient.invalidateQueries()
    return stored
  }
}
