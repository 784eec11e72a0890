import type { WordsOf } from '../kernel/words.ts'
import type * as account from './account.ts'

export const accountWords: WordsOf<typeof account> = {
  examples: {
    currentPassword: 'a long sentence of her own',
    newPassword: 'another long sentence of hers',
    code: '492817',
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Plinth:asha.rao%40demo.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Plinth',
    recoveryCodes: ['7H2K-9QXM', 'M4TD-1ZWA'],
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  },
  records: {
    accountSession: {
      examples: { address: '203.0.113.24' },
    },
  },
}
