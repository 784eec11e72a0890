import { filterTasks } from '@plinth/api/tasks'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/call.ts'
import { endpointKey } from '../lib/query-client.ts'

/** The whole tree of one project; nothing as long as none is chosen. */
export function useProjectTasks(projectId: string | null | undefined) {
  const input = { body: { projectId: projectId ?? null } }
  return useQuery({
    queryKey: endpointKey(filterTasks, input),
    queryFn: ({ signal }) => call(filterTasks, input, { signal }),
    enabled: Boolean(projectId),
  })
}
