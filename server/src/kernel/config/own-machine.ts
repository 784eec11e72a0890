import type { FastifyRequest } from 'fastify'
import { isLoopback } from './config.ts'

/**
 * Headers that a proxy adds: such a request is made for somebody on another machine, or by somebody who pretends to be
 * a proxy.
 */
const forwarding =
  /forward|(real|client|remote|originating|connecting|pseudo)[-_]?(ip|addr)|^(via|cdn-loop)$|^(cf|fly|fastly|akamai|x-(cdn|arr|amz|amzn|azure|appengine|appgw|cloud|envoy|goog|original|proxy|vercel))-/

/** A browser sends the host name of its address; a foreign name that resolves here belongs to a foreign page. */
const ownHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/** Whether the request comes from this machine and is not forwarded. */
export const isOfThisMachine = ({ socket, headers }: FastifyRequest) =>
  isLoopback((socket.remoteAddress ?? '').replace('::ffff:', '')) &&
  ownHost.test(headers.host ?? '') &&
  !Object.keys(headers).some((name) => forwarding.test(name))
