import {
  askAgainMs,
  type Document,
  type DocumentEntity,
  documentModules,
  listRecordDocuments,
} from '@plinth/api/documents/documents'
import { type Flag, isAllowed } from '@plinth/api/kernel/permissions'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import type { CallError } from '../../lib/call-error.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { useUser } from '../../lib/session.ts'

/** The record that documents belong to. */
export interface Place {
  entityType: DocumentEntity
  entityId: string
}

/** The most documents the server returns at once. */
const pageSize = 200

function usePlace({ entityType, entityId }: Place) {
  const tenantId = useUser()?.tenantId ?? ''
  const params = { tenantId, entityType, entityId }
  return { tenantId, params, queryKey: endpointKey(listRecordDocuments, { params }) }
}

/** The rights of the signed-in user on documents of such records. */
export function useRights(entityType: DocumentEntity): (can: Flag) => boolean {
  const user = useUser()
  return (can) => user !== null && isAllowed({ module: documentModules[entityType], can }, user.permissions)
}

/** The documents of a record, newest first. Their links work for minutes from `fetchedAt`. */
export function useDocuments(place: Place) {
  const { params, queryKey } = usePlace(place)
  const query = useInfiniteQuery<Document[], CallError, InfiniteData<Document[], string>, unknown[], string>({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(listRecordDocuments, { params, query: pageParam ? { before: pageParam } : {} }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    refetchInterval: ({ state }) => {
      const isDue = state.data?.pages.some((page) => page.some(({ arePicturesDue }) => arePicturesDue))
      return isDue ? askAgainMs : false
    },
    gcTime: 0,
  })
  return {
    documents: query.data?.pages.flat(),
    error: query.error,
    retry: () => void query.refetch(),
    fetchedAt: query.dataUpdatedAt,
    hasOlder: query.hasNextPage,
    isFetchingOlder: query.isFetchingNextPage,
    fetchOlder: () => void query.fetchNextPage(),
  }
}

/** The cached documents of a record, to be updated while documents are added. */
export function useDocumentCache(place: Place) {
  const { tenantId, queryKey } = usePlace(place)
  const client = useQueryClient()
  return {
    tenantId,
    add: (document: Document) =>
      client.setQueryData<InfiniteData<Document[], string>>(queryKey, (known) => {
        const [newest = [], ...older] = known?.pages ?? []
        return known && { ...known, pages: [[document, ...newest.filter(({ id }) => id !== document.id)], ...older] }
      }),
    refetch: () => void client.invalidateQueries({ queryKey }),
  }
}
