/**
 * Run as its own process by the lock's test. Argument: a directory with one directory for each round. Prints a line once it is ready, and
 * reads the time (ms) of the first round from its stdin. Takes the lock of each round at the same instant as its rivals, prints the rounds
 * that it won, and holds their locks until its stdin ends.
 */
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { takeAppLock } from '../ownership.ts'

const [dir = ''] = process.argv.slice(2)
const won: number[] = []
process.stdout.write('ready\n')
const [startAt] = await once(process.stdin, 'data')

for (let round = 0; round < readdirSync(dir).length; round++) {
  const due = Number(String(startAt)) + round * 5
  // A busy loop, because a timer would wake the rivals at different times.
  while (Date.now() < due);
  await takeAppLock(join(dir, String(round))).then(
    () => won.push(round),
    () => {},
  )
}
process.stdout.write(JSON.stringify(won))
process.stdin.resume()
