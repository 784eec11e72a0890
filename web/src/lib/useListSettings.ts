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

/** The user's settings of a list. The list never waits for them: until they are known, it has its defaults. */
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

  // A choice of this visit counts at once, even while it is being saved.
  const [chosen, setChosen] = useState<ListSettings['columns']>()
  const reload = () => queryClient.invalidateQueries({ queryKey })
  const columns = useMutation({
    // One after the other, so that the last choice is the stored one.
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
    /** The settings could not be fetched. */
    isMissing: isLoadingError,
    views: data.views,
    /** The shown fields, in their order; null is the default of the list. */
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
