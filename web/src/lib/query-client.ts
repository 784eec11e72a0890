import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

const worthRetrying = (error: Error) => error instanceof CallError && (error.status === 0 || error.status === 503)

/** Keeps what was answered. Only what may come right by itself is asked for again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      networkMode: 'always',
      retry: (count, error) => count < 2 && worthRetrying(error),
    },
    mutations: { networkMode: 'always' },
  },
})

/** Every cached answer is kept under its endpoint and what was sent to it. */
export const endpointKey = (endpoint: Endpoint, input: unknown) => [endpoint.method, endpoint.path, input]

/** Whether an answer could not be fetched anew, for want of a line, and is there from before. */
export const lostLine = ({ error, data }: { error: Error | null; data: unknown }) =>
  data !== undefined && error instanceof CallError && error.status === 0
