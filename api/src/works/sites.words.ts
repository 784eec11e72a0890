import type { WordsOf } from '../kernel/words.ts'
import type * as sites from './sites.ts'

export const sitesWords: WordsOf<typeof sites> = {
  examples: { weeklyOff: 'SUNDAY', shiftHours: 8.5 },
  records: { site: { examples: { name: 'Hassan bypass yard', state: '29', remarks: 'Hot mix plant and stores' } } },
}
