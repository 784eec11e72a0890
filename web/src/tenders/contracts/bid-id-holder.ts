import { maxPageSize } from '@plinth/api/kernel/paging'
import { filterContracts } from '@plinth/api/tenders/contracts'
import { call } from '../../lib/call.ts'
import type { FindHolder } from '../../ui/form/RecordForm.tsx'

/** The contract that has a bid ID, for people who may see the list of contracts. */
export const bidIdHolder: FindHolder = async (path, value) => {
  if (path !== 'bidId' || typeof value !== 'string') return undefined
  const bidId = value.trim()
  const { content } = await call(filterContracts, { body: { bidId, pagination: { size: maxPageSize } } })
  const found = content.find((contract) => contract.bidId === bidId)
  return found && { to: `/contracts/${found.id}`, name: found.contractName }
}
