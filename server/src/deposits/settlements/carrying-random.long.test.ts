import { test } from 'vitest'
import { carryingAnswers, expectEveryRupee } from './carrying-history.factory.ts'

/** A long random history of carrying; `carrying-random.test.ts` plays a short one with every change. */

const answers = [...carryingAnswers, 'amount 409', 'amount to settled 409', 'delete 204']

test(
  'every rupee that was paid in is in one figure after 10,000 random acts of carrying, cancelling, editing and deleting [deposits 11.2]',
  () => expectEveryRupee({ acts: 10_000, companies: 4, every: 10 }, answers, 21),
  300_000,
)
