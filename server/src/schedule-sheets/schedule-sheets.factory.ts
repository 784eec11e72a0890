import type { Answer } from '@plinth/api/kernel/endpoint'
import { uploadSchedule } from '@plinth/api/schedule-sheets'
import { fileOf } from '../contract-imports/contract-imports.factory.ts'
import type { Aims } from '../test-aims.ts'
import type { Client } from '../test-server.ts'

export type Content = Parameters<typeof fileOf>[0]
type Flags = { dryRun?: 'true'; acceptAmounts?: 'true' }

export const uploadBoq = (
  by: Client,
  agreementId: string,
  content: Content,
  query: Flags = {},
): Promise<Answer<typeof uploadSchedule>> =>
  by.ok(uploadSchedule, { params: { agreementId }, query, body: fileOf(content, 'boq.csv') })

export const aims: Aims = {
  bodies: {
    uploadSchedule: () => fileOf('Item no.,Description,Unit,Quantity\n1,Item of the matrix,cum,5\n', 'boq.csv'),
  },
}
