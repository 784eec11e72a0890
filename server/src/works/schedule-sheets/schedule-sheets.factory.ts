import type { Answer } from '@plinth/api/kernel/endpoint'
import { uploadSchedule } from '@plinth/api/works/schedule-sheets'
import { fileOf } from '../../platform/contract-imports/contract-imports.factory.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

export type Content = Parameters<typeof fileOf>[0]
type Flags = { dryRun?: 'true'; acceptAmounts?: 'true' }

export const uploadBoq = (
  by: Client,
  agreementId: string,
  content: Content,
  query: Flags = {},
): Promise<Answer<typeof uploadSchedule>> =>
  by.ok(uploadSchedule, { params: { agreementId }, query, body: fileOf(content, 'boq.csv') })

export const testInputs: TestInputs = {
  bodies: {
    uploadSchedule: () => fileOf('Item no.,Description,Unit,Quantity\n1,Item of the matrix,cum,5\n', 'boq.csv'),
  },
}
