import type { WordsOf } from '../kernel/words.ts'
import type * as auth from './auth.ts'

export const authWords: WordsOf<typeof auth> = {
  examples: {
    emailOrMobile: 'asha.rao@demo.example',
    password: 'a long sentence of her own',
    replaces: undefined,
    accessToken: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhc2hhIn0.c2lnbmF0dXJl',
    refreshToken: 'a-refresh-token-that-is-good-once',
    endsIn: 43_200,
    refreshWithin: 7_200,
    isOperator: false,
    isSample: false,
    mustSetUpSecondFactor: false,
  },
}
