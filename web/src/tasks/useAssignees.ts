import { listAssignees } from '@plinth/api/tasks'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/call.ts'
import { endpointKey } from '../lib/query-client.ts'

/** The people a task can be given to, as choices, and anybody's name by id. */
export function useAssignees() {
  const { data, isPending } = useQuery({
    queryKey: endpointKey(listAssignees, {}),
    queryFn: ({ signal }) => call(listAssignees, {}, { signal }),
  })
  const options = (data ?? []).map(({ id, username, designation }) => ({
    value: id,
    label: designation ? `${username}, ${designation}` : username,
  }))
  const names = new Map(data?.map(({ id, username }) => [id, username]))
  return { options, nameOf: (id: string) => names.get(id) ?? (isPending ? '…' : 'No longer active') }
}
