import { isAllowed } from '@plinth/api/kernel/permissions'
import { useUser } from '../../lib/session.ts'
import type { May } from './repairs.ts'

/** What the signed-in person may do. */
export function useMay(): May {
  const permissions = useUser()?.permissions ?? []
  return (module, can) => isAllowed({ module, can }, permissions)
}
