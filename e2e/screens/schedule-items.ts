import { filterAgreements } from '@plinth/api/money/agreements'
import { createScheduleItem, getSchedule } from '@plinth/api/works/schedule-items'
import type { SliceScreens } from '../src/slice-screens.ts'

let count = 0

export const screens: SliceScreens = {
  business: ['/payments/agreements/:scheduled/schedule', '/payments/schedule-items/:scheduleItem'],
  async find({ owner }) {
    const { content } = await owner.ok(filterAgreements, { body: { number: 'WO/26/014' } })
    const scheduled = content[0]?.id
    const { items } = await owner.ok(getSchedule, { params: { agreementId: scheduled ?? '' } })
    return { scheduled, scheduleItem: items.find(({ kind }) => kind === 'ITEM')?.id }
  },
  async make({ owner }, name, { agreement = '' }) {
    count += 1
    const item = {
      kind: 'ITEM' as const,
      itemNo: `9.${count}`,
      description: name,
      unit: 'cum',
      quantity: 12.5,
      rate: 148.25,
    }
    const { id } = await owner.ok(createScheduleItem, { params: { agreementId: agreement }, body: item })
    return { scheduled: agreement, scheduleItem: id }
  },
  shown: ['/payments/agreements/:scheduled/schedule', '/payments/schedule-items/:scheduleItem'],
}
