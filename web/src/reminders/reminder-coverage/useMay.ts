import { isAllowed } from '@plinth/api/kernel/permissions'
import { useUser } from '../../lib/session.ts'
import type { May } from './repairs.ts'

/** The permissions of the signed-in user. */
export function useMay(): May {
  const permissions = useUser()?.permissions ?? []
  return (module, can) => isAllowed({ module, can }, permissions)
}
