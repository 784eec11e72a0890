import { getSession, type SessionUser } from '@plinth/api/auth'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../lib/call.ts'
import { endpointKey } from '../lib/query-client.ts'
import { storeUser, useUser } from '../lib/session.ts'

/** The signed-in user, whose stored permissions are brought up to date whenever the window is opened or returned to. */
export function useFreshUser(): SessionUser | null {
  const user = useUser()
  const { data, dataUpdatedAt } = useQuery({
    queryKey: [...endpointKey(getSession, {}), user?.id],
    queryFn: ({ signal }) => call(getSession, {}, { signal }),
    enabled: user !== null,
    refetchOnWindowFocus: 'always',
  })
  useEffect(() => {
    if (data && dataUpdatedAt) storeUser(data)
  }, [data, dataUpdatedAt])
  return user
}
