import type { Document, DocumentEntity } from '@plinth/api/documents/documents'

interface Page {
  to: string
  /** The side of the record that has its documents. */
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

/** Where a document is found: the page of its record, at its documents. */
export const pageOf = ({ entityType, entityId }: Pick<Document, 'entityType' | 'entityId'>): Page =>
  pages[entityType](entityId)
