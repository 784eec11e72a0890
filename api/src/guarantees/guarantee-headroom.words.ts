import type { WordsOf } from '../kernel/words.ts'
import type * as guaranteeHeadroom from './guarantee-headroom.ts'

export const guaranteeHeadroomWords: WordsOf<typeof guaranteeHeadroom> = {
  records: {
    guaranteeHeadroom: {
      examples: { from: '2026-11-26', until: '2028-05-26' },
    },
  },
}
