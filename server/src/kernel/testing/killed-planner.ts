import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { ClientConfig } from 'pg'
import { plan } from '../../reminder-rules/planning.queries.ts'
import { openDoor } from '../door.ts'
import { dice } from './dice.ts'
import { seedOf } from './seed.ts'

/** Makes the reminders of a company for one day after the other, in a process of its own, to be killed. */

interface Given {
  login: ClientConfig
  company: string
  days: string[]
}

async function planEach({ login, company, days }: Given): Promise<void> {
  const door = await openDoor(login, 2)
  for (const day of days) {
    await door.inTenant(company, null, (db) => plan(db, day))
    process.send?.(day)
  }
  await door.close()
  process.exit()
}

const roll = dice(seedOf('killed planner'))

/** Starts such a process and kills it in the midst of what it does after so many days; answers the signal that ended it, if one did. */
export async function planAndKill(given: Given, after: number): Promise<string | null> {
  const child = fork(import.meta.filename, ['plan', JSON.stringify(given)])
  const ended = once(child, 'exit')
  let done = 0
  child.on('message', () => {
    done += 1
    if (done === after) setTimeout(() => child.kill('SIGKILL'), roll(20))
  })
  const [, signal] = await ended
  return signal
}

const [, , command, given = ''] = process.argv
if (command === 'plan' && import.meta.main) await planEach(JSON.parse(given) as Given)
