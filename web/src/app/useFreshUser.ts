import type { SessionUser } from '@plinth/api/kernel/permissions'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { storeUser, useUser } from '../lib/session.ts'
import { sessionQuery } from '../lib/session-query.ts'

/** The signed-in user. The stored permissions are refreshed whenever the window is opened or gets the focus. */
export function useFreshUser(): SessionUser | null {
  const user = useUser()
  const { data, dataUpdatedAt } = useQuery({
    ...sessionQuery(user),
    enabled: user !== null,
    refetchOnWindowFocus: 'always',
  })
  useEffect(() => {
    if (data && dataUpdatedAt) storeUser(data)
  }, [data, dataUpdatedAt])
  return user
}
