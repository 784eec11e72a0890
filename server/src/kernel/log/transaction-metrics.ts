import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Door } from '../db/tenancy.ts'

/** The figures of a server, and its door with how long transactions wait at it among them. */
export function openMetrics(door: Door): { registry: Registry; door: Door } {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const waits = new Histogram({
    name: 'plinth_transaction_wait_seconds',
    help: 'Time until a transaction has a connection and is begun.',
    buckets: [0.002, 0.005, 0.02, 0.1, 0.5, 2],
    registers: [registry],
  })
  /** The same work, once it is told that it has begun. */
  function begun<A extends unknown[], T>(work: (...given: A) => T) {
    const isBegun = waits.startTimer()
    return (...given: A) => {
      isBegun()
      return work(...given)
    }
  }
  const timed = (inner: Door): Door => ({
    ...inner,
    from: (origin) => timed(inner.from(origin)),
    enter: (caller, entry, work) => inner.enter(caller, entry, begun(work)),
    enterWith: (caller, entry, work) => inner.enterWith(caller, entry, begun(work)),
    inTenant: (tenantId, userId, work) => inner.inTenant(tenantId, userId, begun(work)),
  })
  return { registry, door: timed(door) }
}
