import { Group, Select, type SelectProps, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { minNameKeyword } from '@plinth/api/auth'
import { getTenant, searchTenants } from '@plinth/api/tenants'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../lib/call.ts'
import { words } from '../lib/format.ts'
import { endpointKey } from '../lib/query-client.ts'
import { useUser } from '../lib/session.ts'
import { useRecord } from '../lib/useRecord.ts'
import choices from '../ui/choices.module.css'
import { StatusBadge, type Tone } from '../ui/StatusBadge.tsx'

/** A company; where only its id is known, as from an address, the picker finds the name. */
export interface PickedTenant {
  id: string
  name?: string
}

type InputProps = 'error' | 'description' | 'required' | 'placeholder' | 'id' | 'ref' | 'onBlur'

interface Props extends Pick<SelectProps, InputProps> {
  label: string
  value: PickedTenant | null
  onChange: (tenant: Required<PickedTenant> | null) => void
}

/** One company, chosen among those whose name holds what is typed. For those who may search companies. */
export function TenantPicker({ label, value, onChange, ...props }: Props) {
  const [picked, setPicked] = useState<PickedTenant | null>(null)
  const name = useName(value, picked)
  const [typed, setTyped] = useState(value ? name : '')
  const keyword = typed.trim()
  const searching = keyword.length >= minNameKeyword && !(value && typed === name)
  const { found, error, isFetching } = useTenants(keyword, searching)
  const statuses = new Map(found.map(({ id, status }) => [id, status]))
  const known = value && !searching ? [{ ...value, name }] : found
  const nothing = isFetching ? 'Searching…' : 'No tenant of that name'
  const hint = error?.message ?? (searching ? nothing : `Type at least ${minNameKeyword} characters`)
  const options = known.map((tenant) => ({ value: tenant.id, label: tenant.name }))
  return (
    <Select
      label={label}
      // A list without any option is none to a reader of the screen, so the hint is one.
      data={options.length > 0 ? options : [{ value: '', label: hint, disabled: true }]}
      filter={({ options }) => options}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      clearable={!props.required}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      withScrollArea={false}
      classNames={{ options: choices['options'] ?? '' }}
      styles={{ option: { opacity: 1 } }}
      renderOption={({ option }) => (
        <Group justify="space-between" gap="xs" flex={1}>
          {option.label}
          <Text span size="xs" c="dimmed">
            {unusual(statuses.get(option.value))}
          </Text>
        </Group>
      )}
      {...props}
      value={value?.id ?? null}
      onChange={(_, option) => {
        const tenant = option && { id: option.value, name: option.label }
        setPicked(tenant)
        onChange(tenant)
      }}
    />
  )
}

function useName(value: PickedTenant | null, picked: PickedTenant | null = null): string {
  const known = value?.name ?? (value?.id === picked?.id ? picked?.name : undefined)
  const enabled = value !== null && known === undefined
  const { data, error } = useRecord(getTenant, { enabled, params: { id: value?.id ?? '' } })
  return known ?? data?.name ?? (error ? 'Unknown tenant' : '…')
}

/** A company of which only the id is known, by its name. */
export const TenantName = ({ id }: { id: string }) => useName({ id })

function useTenants(typed: string, enabled: boolean) {
  const [keyword] = useDebouncedValue(typed, 200)
  const input = { query: { keyword } }
  const { data = [], ...query } = useQuery({
    queryKey: endpointKey(searchTenants, input),
    queryFn: ({ signal }) => call(searchTenants, input, { signal }),
    enabled: enabled && keyword.length >= minNameKeyword,
    placeholderData: keepPreviousData,
  })
  return { ...query, found: enabled ? data : [], isFetching: query.isFetching || keyword !== typed }
}

const unusual = (status = 'ACTIVE') => status !== 'ACTIVE' && words(status)

/** The company whose roles an operator is at: the one in the URL, else their own. Null for everybody else. */
export function useChosenTenant(): { id: string; name: string } | null {
  const user = useUser()
  const search = useSearch({ strict: false })
  const chosen = [search['tenantId']].flat()[0] ?? ''
  const isForeign = user?.isOperator === true && chosen !== '' && chosen !== user.tenantId
  const name = useName(isForeign ? { id: chosen } : null)
  if (!user?.isOperator) return null
  return isForeign ? { id: chosen, name } : { id: user.tenantId, name: user.tenantName }
}

/** Of the statuses known by name; any other stays neutral. */
const tenantTones: Record<string, Tone> = {
  ACTIVE: 'good',
  SUSPENDED: 'warning',
  TERMINATED: 'bad',
  DELETED: 'neutral',
}

export const TenantStatus = ({ status }: { status: string }) => <StatusBadge status={status} tones={tenantTones} />
