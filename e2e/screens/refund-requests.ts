import { createRefundRequest, filterRefundRequests } from '@plinth/api/deposits/refund-requests'
import { createOffice } from '@plinth/api/tenders/offices'
import type { SliceScreens } from '../src/slice-screens.ts'

let offices = 0

export const screens: SliceScreens = {
  business: [
    '/contracts/refund-requests',
    '/contracts/refund-requests?open=:refundRequest',
    '/contracts/refund-requests?search=no+such',
    '/contracts/refund-requests/create',
    '/contracts/refund-requests/:refundRequest',
    '/contracts/refund-requests/:refundDraft/edit',
  ],
  async find({ owner }) {
    const sent = await owner.ok(filterRefundRequests, { body: { state: ['SENT'] } })
    const drafts = await owner.ok(filterRefundRequests, { body: { state: ['DRAFT'] } })
    return { refundRequest: sent.content[0]?.id, refundDraft: drafts.content[0]?.id }
  },
  lists: [{ path: '/contracts/refund-requests', call: filterRefundRequests }],
  async make({ owner }, name) {
    // The office has another name, because the walk searches the list of offices for this one.
    offices += 1
    const office = { department: 'Refunds', name: `Division ${offices}` }
    const { id: officeId } = await owner.ok(createOffice, { body: office })
    const { id } = await owner.ok(createRefundRequest, { body: { officeId, subject: name, body: name } })
    return { refundRequest: id, refundDraft: id }
  },
  shown: ['/contracts/refund-requests', '/contracts/refund-requests/:refundRequest'],
  entered: ['/contracts/refund-requests/create', '/contracts/refund-requests/:refundDraft/edit'],
}
