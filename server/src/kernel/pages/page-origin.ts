import type { FastifyRequest } from 'fastify'

/** Scheme and host, and the port where it is not the scheme's own, that a visitor's browser has the product under. */
export type PageOrigin = (request: Pick<FastifyRequest, 'host' | 'protocol'>) => string | undefined

const isHost = /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])(?::\d{1,5})?$/i

const isScheme = /^https?$/

/** As the request itself, or the proxy before it, says them; undefined when that is no address. */
const asAsked: PageOrigin = ({ host, protocol }) => {
  if (!isScheme.test(protocol) || !isHost.test(host) || host.length > 255) return undefined
  const origin = `${protocol}://${host}`
  // A port or an address may have the letters of one and yet be none: 99999, 1.2.3.400.
  return URL.canParse(origin) ? origin : undefined
}

/** The address that was set (`PUBLIC_URL`), whatever a request says; without one it is the request's. */
export const pageOriginBy = (publicUrl: string | undefined): PageOrigin => (publicUrl ? () => publicUrl : asAsked)
