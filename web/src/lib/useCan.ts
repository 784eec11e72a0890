import { type Allow, isAllowed } from '@plinth/api/kernel/permissions'
import { useUser } from './session.ts'

/** Whether the signed-in user may make this call. It decides only what is shown; the server checks the permission. */
export function useCan({ allow }: { allow: Allow }): boolean {
  const user = useUser()
  if (allow === 'public') return true
  return user !== null && isAllowed(allow, user.permissions)
}
