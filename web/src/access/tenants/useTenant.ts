import { getTenant } from '@plinth/api/access/tenants'
import { useSearch } from '@tanstack/react-router'
import { t } from '../../lib/language.ts'
import { useUser } from '../../lib/session.ts'
import { useRecord } from '../../lib/useRecord.ts'

/** A company. When only its id is known, as from an address, the picker fetches the name. */
export interface PickedTenant {
  id: string
  name?: string
}

/** The name of a company; '…' until it is known. */
export function useTenantName(value: PickedTenant | null, picked: PickedTenant | null = null): string {
  const known = value?.name ?? (value?.id === picked?.id ? picked?.name : undefined)
  const enabled = value !== null && known === undefined
  const { data, error } = useRecord(getTenant, { enabled, params: { id: value?.id ?? '' } })
  return known ?? data?.name ?? (error ? t('Unknown tenant') : '…')
}

/** Shows the name of a company by its id. */
export const TenantName = ({ id }: { id: string }) => useTenantName({ id })

/** The company whose roles an operator views: the one in the URL, else their own. Null for everybody else. */
export function useChosenTenant(): { id: string; name: string } | null {
  const user = useUser()
  const search = useSearch({ strict: false })
  const chosen = [search['tenantId']].flat()[0] ?? ''
  const isForeign = user?.isOperator === true && chosen !== '' && chosen !== user.tenantId
  const name = useTenantName(isForeign ? { id: chosen } : null)
  if (!user?.isOperator) return null
  return isForeign ? { id: chosen, name } : { id: user.tenantId, name: user.tenantName }
}
