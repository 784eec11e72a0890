import type { DepositExemption } from '@plinth/api/deposits/deposit-exemptions'
import { listDeposits } from '@plinth/api/deposits/deposits'
import { searchContractDeposits } from '@plinth/api/tenders/contract-deposits'
import type { Contract } from '@plinth/api/tenders/contracts'
import { filterProjects } from '@plinth/api/works/projects'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { useExemptions } from './useExemptions.ts'

/** The state of the exemption from EMD; an accepted one counts before a claimed one; null if there is none. */
function emdExemptionOf(exemptions: readonly DepositExemption[]) {
  const states = exemptions.filter(({ purpose }) => purpose === 'EMD').map(({ state }) => state)
  return (['ACCEPTED', 'CLAIMED'] as const).find((state) => states.includes(state)) ?? null
}

/**
 * Facts about a contract that are stored in other records: its deposits, an exemption from EMD, and its project. People
 * who may not see projects only learn whether there is one. Undefined until all are loaded; several parts of a screen
 * share one request.
 */
export function useContractFacts({ id }: Pick<Contract, 'id'>) {
  const maySeeProjects = useCan(filterProjects)
  const deposits = useRecord(listDeposits, { params: { contractId: id }, query: {} })
  const exemptions = useExemptions(id)
  const input = { body: { contractId: id } }
  const projects = useQuery({
    queryKey: endpointKey(filterProjects, input),
    queryFn: ({ signal }) => call(filterProjects, input, { signal }),
    enabled: maySeeProjects,
  })
  const summary = useQuery({
    queryKey: endpointKey(searchContractDeposits, input),
    queryFn: ({ signal }) => call(searchContractDeposits, input, { signal }),
    enabled: !maySeeProjects,
  })
  const isCreated = maySeeProjects
    ? projects.data && projects.data.length > 0
    : summary.data && summary.data.content.some(({ isProjectCreated }) => isProjectCreated)
  if (deposits.data === undefined || exemptions.data === undefined || isCreated === undefined) return undefined
  const emdExemption = emdExemptionOf(exemptions.data)
  return { deposits: deposits.data, emdExemption, isProjectCreated: isCreated, project: projects.data?.[0] ?? null }
}
