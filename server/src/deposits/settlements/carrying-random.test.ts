import { test } from 'vitest'
import { carryingAnswers, expectEveryRupee } from './carrying-history.factory.ts'

/** A short random history of carrying; `carrying-random.long.test.ts` runs a long one. */

test('every rupee paid in is in one figure after 300 random actions of carrying, cancelling, editing and deleting [deposits 11.2]', () =>
  expectEveryRupee({ acts: 300, companies: 2, every: 1 }, carryingAnswers, 1))
