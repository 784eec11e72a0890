import type { FastifyServerOptions } from 'fastify'
import { loggedFault } from './log-faults.ts'
import { host, now } from './log-line.ts'
import type { Log } from './log-target.ts'

/** What Fastify makes its logger of: one JSON object a line, of which nothing that a caller sends can make two. */
export const loggerTo = (log: Log): NonNullable<FastifyServerOptions['logger']> => ({
  level: 'info',
  stream: log,
  base: { host },
  timestamp: () => `,"time":"${now()}"`,
  formatters: { level: (level: string) => ({ level }) },
  // Every line has a name; what says none is a remark of a library or a sentence of ours.
  mixin: () => ({ event: 'remark' }),
  serializers: { err: loggedFault },
})
