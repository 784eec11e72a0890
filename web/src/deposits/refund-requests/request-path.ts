const base = '/contracts/refund-requests'

/** Where a request is read. */
export const requestPath = ({ id }: { id: string }) => `${base}/${id}`

interface Asking {
  officeId: string
  /** Those that are to be ticked; with none given, what is due of the office. */
  depositIds?: readonly string[]
}

/** Where a letter to an office is begun: `to` and `search` of a link. */
export const writeAddress = ({ officeId, depositIds = [] }: Asking) => ({
  to: `${base}/create`,
  search: { officeId, ...(depositIds.length > 0 && { depositId: [...depositIds] }) },
})

/** Who may write one, as `createRefundRequest` says, whose wire would come along with every screen that leads here. */
export const writing = { allow: { module: 'Contracts', can: 'canCreate' } } as const
