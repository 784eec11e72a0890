import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import * as r from '../kernel/record.ts'

export const about = 'Liens that banks mark on deposit receipts for the guarantees that they give.'

const base = '/project/api/instruments/:id/liens'

export const instrumentLien = z.extend(
  r.stored({
    id: f.id,
    guaranteeId: f.id,
    receiptId: f.id,
    amount: f.positiveMoney,
    markedOn: f.day,
    freedOn: z.nullable(f.day),
    guaranteeNumber: z.nullable(z.string()),
    receiptNumber: z.nullable(z.string()),
    /** The amount of the receipt in rupees, its bank, and the day on which it matures. */
    receiptAmount: f.total,
    receiptIssuer: z.nullable(z.string()),
    receiptMaturesOn: z.nullable(f.day),
  }),
  r.authors,
)
export type InstrumentLien = z.infer<typeof instrumentLien>

/** The label of each field of a lien on the screen. */
export const lienLabels = {
  receiptId: 'Deposit receipt',
  amount: 'Amount',
  markedOn: 'Marked on',
  freedOn: 'Freed on',
} as const

export const audited = {
  instrument_liens: { record: instrumentLien, labels: lienLabels },
}

export const listInstrumentLiens = endpoint({
  method: 'GET',
  path: base,
  summary: 'The liens that secure a guarantee or lie on a receipt, newest first, including freed ones',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  response: z.array(instrumentLien),
})

export const addInstrumentLien = endpoint({
  method: 'POST',
  path: base,
  summary: 'Secure a guarantee by a lien on a deposit receipt',
  allow: { module: 'Contracts', can: 'canEdit' },
  status: 201,
  params: f.idParams,
  body: z.strictObject({ receiptId: f.id, amount: f.positiveMoney, markedOn: f.day }),
  response: instrumentLien,
})

export const endInstrumentLien = endpoint({
  method: 'POST',
  path: `${base}/:lienId/end`,
  summary: 'Free a receipt from a lien',
  allow: { module: 'Contracts', can: 'canEdit' },
  params: z.object({ id: f.id, lienId: f.id }),
  body: z.strictObject({ freedOn: f.day }),
  response: instrumentLien,
})
