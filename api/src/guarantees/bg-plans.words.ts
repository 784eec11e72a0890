import type { WordsOf } from '../kernel/words.ts'
import type * as bgPlans from './bg-plans.ts'

export const bgPlansWords: WordsOf<typeof bgPlans> = {
  parameters: {
    id: 'The id of the planned guarantee.',
  },
}
