import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

const canRetry = (error: Error) => error instanceof CallError && (error.status === 0 || error.status === 503)

/** Caches answers. Retries only failures that may resolve by themselves. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      networkMode: 'always',
      retry: (count, error) => count < 2 && canRetry(error),
    },
    mutations: { networkMode: 'always' },
  },
})

/** The cache key of an answer: its endpoint and the input. */
export const endpointKey = (endpoint: Endpoint, input: unknown) => [endpoint.method, endpoint.path, input]

/** Whether a refetch failed for want of a connection while an older answer is shown. */
export const lostLine = ({ error, data }: { error: Error | null; data: unknown }) =>
  data !== undefined && error instanceof CallError && error.status === 0
