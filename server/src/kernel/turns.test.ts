import { expect, test } from 'vitest'
import { openTurns } from './turns.ts'

const limits = { ofParty: 3, inAll: 5, tooMany: 'Please try again.' }

/** Takes turns for the parties in the limitsOfQueue order; returns who was served, in order. */
async function served(parties: readonly string[], limitsOfQueue = limits) {
  const turns = openTurns(limitsOfQueue)
  const order: string[] = []
  const outcomes = await Promise.all(
    parties.map((party) =>
      turns
        .take(party, async () => {
          order.push(party)
          await new Promise(setImmediate)
        })
        .catch(({ status, retryAfter }) => order.push(`${party} ${status} ${retryAfter}`)),
    ),
  )
  expect(outcomes).toHaveLength(parties.length)
  return order
}

test('waiting parties take turns, however much work each has waiting', async () => {
  const many = { ...limits, ofParty: 10, inAll: 100 }
  expect((await served(['a', 'a', 'a', 'b', 'c', 'b'], many)).join('')).toBe('abcaba')
})

test('one piece of work runs at a time, and a failed one keeps nobody from their turn', async () => {
  const turns = openTurns(limits)
  let [atWork, most] = [0, 0]
  const piece = async () => {
    most = Math.max(most, (atWork += 1))
    await new Promise(setImmediate)
    atWork -= 1
    throw new Error('failed')
  }
  const outcomes = await Promise.allSettled(['a', 'a', 'b'].map((party) => turns.take(party, piece)))
  expect([outcomes.map(({ status }) => status), most]).toEqual([['rejected', 'rejected', 'rejected'], 1])
  expect(await turns.take('a', async () => 'done')).toBe('done')
})

test('a party over its limit is answered 429 and one over the common limit 503, and later there is room again', async () => {
  expect(await served(['a', 'a', 'a', 'a', 'b', 'b', 'b'])).toEqual(
    expect.arrayContaining(['a 429 5', 'b 503 5', 'a', 'b']),
  )
  const turns = openTurns(limits)
  for (let round = 0; round < 3; round += 1)
    expect(await Promise.all(['a', 'a', 'a'].map((party) => turns.take(party, async () => party)))).toHaveLength(3)
})
