import type { FastifyRequest } from 'fastify'

/** Scheme and host, and the port where it is not the scheme's own, that a visitor's browser has the product under. */
export type PageOrigin = (request: Pick<FastifyRequest, 'host' | 'protocol'>) => string | undefined

const isHost = /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** As the request itself says them; undefined when what it says names no host. */
const asAsked: PageOrigin = ({ host, protocol }) =>
  isHost.test(host) && host.length < 256 ? `${protocol}://${host}` : undefined

/** The address that was set (`PUBLIC_URL`), whatever a request says; without one it is the request's. */
export const pageOriginBy = (publicUrl: string | undefined): PageOrigin => (publicUrl ? () => publicUrl : asAsked)
