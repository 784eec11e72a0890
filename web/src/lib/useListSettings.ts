import { type ListName } from '@plinth/api/entities'
import {
  createListView,
  deleteListView,
  getListSettings,
  type ListSettings,
  setListColumns,
  setListViewRoles,
  updateListView,
} from '@plinth/api/platform/list-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from './call.ts'
import { endpointKey } from './query-client.ts'

const untouched: ListSettings = { columns: null, views: [] }

/** How the person at the screen likes a list. The list never waits for it: until it is known, it is as delivered. */
export function useListSettings(list: ListName) {
  const queryClient = useQueryClient()
  const params = { list }
  const queryKey = endpointKey(getListSettings, { params })
  const {
    data = untouched,
    isPending,
    isLoadingError,
  } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getListSettings, { params }, { signal }),
    gcTime: Infinity,
  })

  // What was chosen on this visit counts at once, whatever is still on its way.
  const [chosen, setChosen] = useState<ListSettings['columns']>()
  const reload = () => queryClient.invalidateQueries({ queryKey })
  const columns = useMutation({
    // One after the other, so that the last choice is the one that is kept.
    scope: { id: `columns of ${list}` },
    mutationFn: (next: ListSettings['columns']) => call(setListColumns, { params, body: { columns: next } }),
    onSuccess: (stored) => queryClient.setQueryData(queryKey, stored),
    onError: () => setChosen(undefined),
  })
  const afterwards = async <T>(done: Promise<T>): Promise<T> => {
    const answer = await done
    await reload()
    return answer
  }

  return {
    list,
    isKnown: !isPending,
    /** They could not be fetched. */
    isMissing: isLoadingError,
    views: data.views,
    /** The fields shown, in their order; null is the list's own choice. */
    columns: chosen === undefined ? data.columns : chosen,
    showColumns: (next: ListSettings['columns']) => {
      setChosen(next)
      return columns.mutateAsync(next)
    },
    saveView: (name: string, search: string) => afterwards(call(createListView, { params, body: { name, search } })),
    changeView: (id: string, body: { name?: string; search?: string }) =>
      afterwards(call(updateListView, { params: { list, id }, body })),
    shareView: (id: string, roleIds: string[]) =>
      afterwards(call(setListViewRoles, { params: { list, id }, body: { roleIds } })),
    deleteView: (id: string) => afterwards(call(deleteListView, { params: { list, id } })),
  }
}
export type UsedListSettings = ReturnType<typeof useListSettings>
