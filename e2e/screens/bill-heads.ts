import { filterAgreements } from '@plinth/api/money/agreements'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: ['/payments/agreements/:headed/heads'],
  async find({ owner }) {
    const { content } = await owner.ok(filterAgreements, { body: { number: 'KPWD/CTA/EE/112' } })
    return { headed: content[0]?.id }
  },
  make: async (_makers, _name, { agreement }) => ({ headed: agreement }),
  shown: ['/payments/agreements/:headed/heads'],
}
