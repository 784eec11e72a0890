/**
 * Run as its own process by the lock's test. Argument: a directory that holds one directory for each round. Prints a line
 * once it is ready, and reads the time (ms) of the first round from its stdin. Takes the lock of each at the same instant
 * as its rivals, prints the rounds it won, and holds them until its stdin ends.
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
  // Spinning, since a timer would wake the rivals apart from each other.
  while (Date.now() < due);
  await takeAppLock(join(dir, String(round))).then(
    () => won.push(round),
    () => {},
  )
}
process.stdout.write(JSON.stringify(won))
process.stdin.resume()
