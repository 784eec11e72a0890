const base = '/contracts/refund-requests'

/** The address of a request. */
export const requestPath = ({ id }: { id: string }) => `${base}/${id}`

interface NewLetter {
  officeId: string
  /** The deposits to tick; without any, the due deposits of the office are ticked. */
  depositIds?: readonly string[]
}

/** The link to a new letter to an office: its `to` and `search`. */
export const writeAddress = ({ officeId, depositIds = [] }: NewLetter) => ({
  to: `${base}/create`,
  search: { officeId, ...(depositIds.length > 0 && { depositId: [...depositIds] }) },
})

/** The permission of `createRefundRequest`, repeated here so that screens that link here do not load its schemas. */
export const writing = { allow: { module: 'Contracts', can: 'canCreate' } } as const
