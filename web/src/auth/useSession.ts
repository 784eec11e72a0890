import { getSession, logout } from '@plinth/api/auth'
import type { SessionUser } from '@plinth/api/kernel/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call, endpointKey } from '../lib/call.ts'
import { clearSession, storeUser, useUser } from '../lib/session.ts'

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

/** Goes home first, so that a form with unsaved changes can still object. */
export function useLogout() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async () => {
    await router.navigate({ to: '/' })
    if (router.state.location.pathname !== '/') return
    await call(logout, {}).catch(() => undefined)
    clearSession()
    queryClient.clear()
  }
}
