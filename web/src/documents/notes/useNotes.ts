import { listNotes, type Note, type NoteRecord, noteModules, notesAtOnce } from '@plinth/api/documents/notes'
import { type Flag, isAllowed } from '@plinth/api/kernel/permissions'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import type { CallError } from '../../lib/call-error.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { useUser } from '../../lib/session.ts'

/** The record that notes belong to. */
export interface Noted {
  recordType: NoteRecord
  recordId: string
}

/** Whether the signed-in user has the flag in the module of such records. */
export function useMay({ recordType }: Noted, can: Flag): boolean {
  const user = useUser()
  return user !== null && isAllowed({ module: noteModules[recordType], can }, user.permissions)
}

/** The notes of a record, newest first; older ones are fetched on request. */
export function useNotes({ recordType, recordId }: Noted) {
  const params = { recordType, recordId }
  const query = useInfiniteQuery<Note[], CallError, InfiniteData<Note[], string>, unknown[], string>({
    queryKey: endpointKey(listNotes, { params }),
    queryFn: ({ pageParam, signal }) =>
      call(listNotes, { params, query: pageParam ? { before: pageParam } : {} }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < notesAtOnce ? undefined : page.at(-1)?.id),
    gcTime: 0,
  })
  return {
    notes: query.data?.pages.flat(),
    /** When they were fetched, in milliseconds. */
    fetchedAt: query.dataUpdatedAt,
    error: query.error,
    retry: () => void query.refetch(),
    hasOlder: query.hasNextPage,
    isFetchingOlder: query.isFetchingNextPage,
    fetchOlder: () => void query.fetchNextPage(),
  }
}
