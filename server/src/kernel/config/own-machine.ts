import type { FastifyRequest } from 'fastify'
import { isLoopback } from './config.ts'

/** What a proxy adds to a request, or a visitor who plays one: it speaks for somebody elsewhere. */
const forwarding =
  /forward|(real|client|remote|originating|connecting|pseudo)[-_]?(ip|addr)|^(via|cdn-loop)$|^(cf|fly|fastly|akamai|x-(cdn|arr|amz|amzn|azure|appengine|appgw|cloud|envoy|goog|original|proxy|vercel))-/

/** A browser sends the name that it was led by: a foreign name that leads here is a foreign page's. */
const ownHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/** Whether somebody on this machine asks, for themselves. */
export const isOfThisMachine = ({ socket, headers }: FastifyRequest) =>
  isLoopback((socket.remoteAddress ?? '').replace('::ffff:', '')) &&
  ownHost.test(headers.host ?? '') &&
  !Object.keys(headers).some((name) => forwarding.test(name))
