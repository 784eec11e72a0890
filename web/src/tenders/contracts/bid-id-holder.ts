import { maxPageSize } from '@plinth/api/kernel/paging'
import { filterContracts } from '@plinth/api/tenders/contracts'
import { call } from '../../lib/call.ts'
import type { FindHolder } from '../../ui/form/RecordForm.tsx'

/** Which contract has a bid ID: the list knows, and tells those who may see it. */
export const bidIdHolder: FindHolder = async (path, value) => {
  if (path !== 'bidId' || typeof value !== 'string') return undefined
  const bidId = value.trim()
  const { content } = await call(filterContracts, { body: { bidId, pagination: { size: maxPageSize } } })
  const found = content.find((contract) => contract.bidId === bidId)
  return found && { to: `/contracts/${found.id}`, name: found.contractName }
}
