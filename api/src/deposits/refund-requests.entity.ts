import { entity } from '../kernel/entity.ts'

/** Refund requests. */
export const refundRequests = entity({
  module: 'Contracts',
  path: '/contracts/refund-requests',
  title: 'Refund requests',
  create: 'New refund request',
  lists: ['refund-requests'],
  audited: {
    refund_requests: 'Refund request',
    refund_request_items: { label: 'Deposit of a refund request', parent: 'request_id' },
  },
})
