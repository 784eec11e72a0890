import type { FastifyRequest } from 'fastify'

/** Scheme, host and non-default port at which the visitor's browser reaches the product. */
export type PageOrigin = (request: Pick<FastifyRequest, 'host' | 'protocol'>) => string | undefined

const isHost = /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])(?::\d{1,5})?$/i

const isScheme = /^https?$/

/** The origin that the request states, or the proxy before it; undefined if that is no address. */
const requestedOrigin: PageOrigin = ({ host, protocol }) => {
  if (!isScheme.test(protocol) || !isHost.test(host) || host.length > 255) return undefined
  const origin = `${protocol}://${host}`
  // A port or an address may match the pattern and still be invalid: 99999, 1.2.3.400.
  return URL.canParse(origin) ? origin : undefined
}

/** The configured address (`PUBLIC_URL`) for every request; without one, the request's own. */
export const pageOriginBy = (publicUrl: string | undefined): PageOrigin =>
  publicUrl ? () => publicUrl : requestedOrigin
