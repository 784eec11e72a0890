import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import { whenEnded } from './request-log.ts'
import { securityEvents, signInRefusals } from './security-events.ts'

/** Counts and times every call by its route, never by values in its address, and counts its security events. */
export function countCalls(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of the answer, by route and status; aborted by the client is a status, too.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const events = new Counter({
    name: 'plinth_security_events_total',
    help: 'Security events, which have a line of their own in the log, by name.',
    labelNames: ['event'],
    registers: [registry],
  })
  const signIns = new Counter({
    name: 'plinth_sign_ins_total',
    help: 'Attempts to sign in, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const event of securityEvents) events.inc({ event }, 0)
  for (const outcome of ['ok', ...signInRefusals]) signIns.inc({ outcome }, 0)
  whenEnded(app, ({ method, routeOptions, noted = [] }, { statusCode, elapsedTime }, isWhole) => {
    const status = isWhole ? statusCode : 'aborted'
    durations.observe({ method, route: routeOptions.url ?? 'none', status }, elapsedTime / 1000)
    for (const { event, reason } of noted) {
      events.inc({ event })
      if (event === 'sign_in') signIns.inc({ outcome: 'ok' })
      if (event === 'sign_in_refused') signIns.inc({ outcome: reason })
    }
  })
}
