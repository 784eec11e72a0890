import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { ClientConfig } from 'pg'
import { plan } from '../../reminders/reminder-rules/planning.queries.ts'
import { openDoor } from '../db/door.ts'

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

/** Starts such a process and kills it so many milliseconds after it has planned so many days; answers the signal that ended it, if one did. */
export async function planAndKill(given: Given, after: number, delayMs: number): Promise<string | null> {
  const child = fork(import.meta.filename, ['plan', JSON.stringify(given)])
  const ended = once(child, 'exit')
  let done = 0
  child.on('message', () => {
    done += 1
    if (done === after) setTimeout(() => child.kill('SIGKILL'), delayMs)
  })
  const [, signal] = await ended
  return signal
}

const [, , command, given = ''] = process.argv
if (command === 'plan' && import.meta.main) await planEach(JSON.parse(given) as Given)
