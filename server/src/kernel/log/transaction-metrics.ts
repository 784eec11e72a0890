import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Door } from '../db/tenancy.ts'

/** Opens the metrics of a server, and wraps its door to measure how long transactions wait for a connection. */
export function openMetrics(door: Door): { registry: Registry; door: Door } {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const waits = new Histogram({
    name: 'plinth_transaction_wait_seconds',
    help: 'Time until a transaction has a connection and is begun.',
    buckets: [0.002, 0.005, 0.02, 0.1, 0.5, 2],
    registers: [registry],
  })
  /** Wraps work so that its start ends the measurement. */
  function timedWork<A extends unknown[], T>(work: (...args: A) => T) {
    const endTimer = waits.startTimer()
    return (...args: A) => {
      endTimer()
      return work(...args)
    }
  }
  const timed = (inner: Door): Door => ({
    ...inner,
    from: (origin) => timed(inner.from(origin)),
    enter: (caller, entry, work) => inner.enter(caller, entry, timedWork(work)),
    enterWith: (caller, entry, work) => inner.enterWith(caller, entry, timedWork(work)),
    inTenant: (tenantId, userId, work) => inner.inTenant(tenantId, userId, timedWork(work)),
  })
  return { registry, door: timed(door) }
}
