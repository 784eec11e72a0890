import type { FastifyServerOptions } from 'fastify'
import { loggedFault } from './log-faults.ts'
import { host, now } from './log-line.ts'
import type { Log } from './log-target.ts'

/** Options of Fastify's logger: one JSON object a line; no input of a caller can turn it into two lines. */
export const loggerTo = (log: Log): NonNullable<FastifyServerOptions['logger']> => ({
  level: 'info',
  stream: log,
  base: { host },
  timestamp: () => `,"time":"${now()}"`,
  formatters: { level: (level: string) => ({ level }) },
  // Every line has an event; lines of libraries, and sentences of the server, get this one.
  mixin: () => ({ event: 'remark' }),
  serializers: { err: loggedFault },
})
