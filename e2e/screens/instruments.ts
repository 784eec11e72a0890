import { createInstrument, filterInstruments } from '@plinth/api/guarantees/instruments'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: [
    '/contracts/instruments',
    '/contracts/instruments?open=:instrument',
    '/contracts/instruments?number=no+such',
    '/contracts/instruments/create',
    '/contracts/instruments/complete',
    '/contracts/instruments/:instrument',
    '/contracts/instruments/:instrument/edit',
  ],
  async find({ owner }) {
    const { content } = await owner.ok(filterInstruments, { body: { kind: ['BG'], state: ['LODGED'] } })
    return { instrument: content[0]?.id }
  },
  lists: [{ path: '/contracts/instruments', call: filterInstruments }],
  patterned: [{ path: '/contracts/instruments', name: 'number', filter: 'Number', column: 'Number' }],
  async make({ owner }, number) {
    const body = { kind: 'BG', number, amount: 50_000, issuedOn: '2026-01-01', expiresOn: '2027-01-01' } as const
    return { instrument: (await owner.ok(createInstrument, { body })).id }
  },
  shown: ['/contracts/instruments', '/contracts/instruments/:instrument'],
  entered: [
    '/contracts/instruments/create',
    '/contracts/instruments/complete',
    '/contracts/instruments/:instrument/edit',
  ],
}
