import type { Document, DocumentEntity } from '@plinth/api/documents/documents'

interface Page {
  to: string
  /** The section of the record that shows its documents. */
  hash?: string
}

const pages: Record<DocumentEntity, (recordId: string) => Page> = {
  CONTRACT: (id) => ({ to: `/contracts/${id}`, hash: 'papers' }),
  PROJECT: (id) => ({ to: `/projects/${id}`, hash: 'papers' }),
  TASK: (id) => ({ to: `/project-tasks/${id}`, hash: 'papers' }),
  REFUND_REQUEST: (id) => ({ to: `/contracts/refund-requests/${id}`, hash: 'documents' }),
  MEASUREMENT: (id) => ({ to: `/measure/sheets/${id}` }),
  VEHICLE: () => ({ to: '/vehicles' }),
  VEHICLE_INSURANCE: () => ({ to: '/vehicle-insurance' }),
  PAYMENT: () => ({ to: '/payments' }),
}

/** The page of a document's record, scrolled to its documents. */
export const pageOf = ({ entityType, entityId }: Pick<Document, 'entityType' | 'entityId'>): Page =>
  pages[entityType](entityId)
