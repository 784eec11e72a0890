/**
 * Run as its own process by the lock's test. Arguments: a directory that holds one directory for each round, and the time
 * (ms) of the first round. Takes the lock of each at the same instant as its rivals, prints the rounds it won, and
 * holds them until its stdin ends.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { takeAppLock } from '../ownership.ts'

const [dir = '', startAt = '0'] = process.argv.slice(2)
const won: number[] = []

for (let round = 0; round < readdirSync(dir).length; round++) {
  const due = Number(startAt) + round * 5
  // Spinning, since a timer would wake the rivals apart from each other.
  while (performance.timeOrigin + performance.now() < due);
  await takeAppLock(join(dir, String(round))).then(
    () => won.push(round),
    () => {},
  )
}
process.stdout.write(JSON.stringify(won))
process.stdin.resume()
