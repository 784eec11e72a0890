import { createReleaseRule, listReleaseRules } from '@plinth/api/deposits/release-rules'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: [
    '/contracts/release-rules',
    '/contracts/release-rules/create',
    '/contracts/release-rules/:rule',
    '/contracts/release-rules/:rule/edit',
  ],
  async find({ owner }) {
    return { rule: (await owner.ok(listReleaseRules, {}))[0]?.id }
  },
  lists: [{ path: '/contracts/release-rules', call: listReleaseRules }],
  async make({ owner }, source) {
    const rules = await owner.ok(listReleaseRules, {})
    const other = rules.find(({ purpose, outcome }) => purpose === 'OTHER' && outcome === 'WON')
    const body = { purpose: 'OTHER', outcome: 'WON', basis: 'FIXED', source } as const
    return { rule: (other ?? (await owner.ok(createReleaseRule, { body }))).id }
  },
  shown: ['/contracts/release-rules', '/contracts/release-rules/:rule'],
  entered: ['/contracts/release-rules/create', '/contracts/release-rules/:rule/edit'],
}
