import type { WordsOf } from '../kernel/words.ts'
import type * as depositReleases from './deposit-releases.ts'

export const depositReleasesWords: WordsOf<typeof depositReleases> = {
  parameters: {
    depositId: 'The id of the deposit.',
  },
}
