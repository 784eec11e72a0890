import { logout } from '@plinth/api/access/auth'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { call } from '../lib/call.ts'
import { letGo, mayLeave } from '../lib/leave.ts'
import { forgetSearches } from '../lib/search.ts'
import { clearSession } from '../lib/session.ts'

/** Navigates to the home page first, so that a form with unsaved changes can still object. */
export function useLogout() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async () => {
    await router.navigate({ to: '/' })
    if (router.state.location.pathname !== '/' || !(await mayLeave())) return
    await letGo()
    await call(logout, {}).catch(() => undefined)
    clearSession()
    forgetSearches()
    queryClient.clear()
  }
}
