import { test } from 'vitest'
import { carryingAnswers, expectEveryRupee } from './carrying-history.factory.ts'

/** A long random history of carrying; the gate runs the short one in `carrying-random.test.ts`. */

const answers = [...carryingAnswers, 'amount 409', 'amount to settled 409', 'delete 204']

test(
  'every rupee paid in is in one figure after 10,000 random actions of carrying, cancelling, editing and deleting [deposits 11.2]',
  () => expectEveryRupee({ acts: 10_000, companies: 4, every: 10 }, answers, 21),
  300_000,
)
