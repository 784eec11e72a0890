import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { ClientConfig } from 'pg'
import { plan } from '../../reminders/reminder-rules/planning.queries.ts'
import { openDoor } from '../db/door.ts'

/** Plans the reminders of a company day by day, in a process of its own that is killed. */

interface PlanOrder {
  login: ClientConfig
  company: string
  days: string[]
}

async function planEach({ login, company, days }: PlanOrder): Promise<void> {
  const door = await openDoor(login, 2)
  for (const day of days) {
    await door.inTenant(company, null, (db) => plan(db, day))
    process.send?.(day)
  }
  await door.close()
  process.exit()
}

/**
 * Starts the process and kills it `delayMs` milliseconds after it has planned `after` days; returns the signal that
 * ended it, if any.
 */
export async function planAndKill(order: PlanOrder, after: number, delayMs: number): Promise<string | null> {
  const child = fork(import.meta.filename, ['plan', JSON.stringify(order)])
  const ended = once(child, 'exit')
  let done = 0
  child.on('message', () => {
    done += 1
    if (done === after) setTimeout(() => child.kill('SIGKILL'), delayMs)
  })
  const [, signal] = await ended
  return signal
}

const [, , command, order = ''] = process.argv
if (command === 'plan' && import.meta.main) await planEach(JSON.parse(order) as PlanOrder)
