import { Group, Select, type SelectProps, Text } from '@mantine/core'
import { searchTenants } from '@plinth/api/access/tenants'
import { minNameKeyword } from '@plinth/api/kernel/filters'
import { useState } from 'react'
import { words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useSuggestions } from '../../lib/useSuggestions.ts'
import choices from '../../ui/shell/choices.module.css'
import { StatusBadge, type Tone } from '../../ui/shell/StatusBadge.tsx'
import { type PickedTenant, useTenantName } from './useTenant.ts'

interface Props
  extends Pick<SelectProps, 'error' | 'description' | 'required' | 'placeholder' | 'id' | 'ref' | 'onBlur'> {
  label: string
  value: PickedTenant | null
  onChange: (tenant: Required<PickedTenant> | null) => void
}

/** Chooses a company whose name contains the typed text. For people who may search companies. */
export function TenantPicker({ label, value, onChange, ...props }: Props) {
  const [picked, setPicked] = useState<PickedTenant | null>(null)
  const name = useTenantName(value, picked)
  const [typed, setTyped] = useState(value ? name : '')
  const keyword = typed.trim()
  const searching = keyword.length >= minNameKeyword && !(value && typed === name)
  const { data, error, isFetching } = useSuggestions(searchTenants, keyword, {
    enabled: searching,
    minLength: minNameKeyword,
  })
  const found = (searching && data) || []
  const statuses = new Map(found.map(({ id, status }) => [id, status]))
  const known = value && !searching ? [{ ...value, name }] : found
  const nothing = isFetching ? t('Searching…') : t('No tenant of that name')
  const hint =
    error?.message ?? (searching ? nothing : t('Type at least {count} characters', { count: minNameKeyword }))
  const options = known.map((tenant) => ({ value: tenant.id, label: tenant.name }))
  return (
    <Select
      label={label}
      // Screen readers do not announce an empty list, so the hint is a disabled option.
      data={options.length > 0 ? options : [{ value: '', label: hint, disabled: true }]}
      filter={({ options }) => options}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      clearable={!props.required}
      clearButtonProps={{ 'aria-label': t('Clear {label}', { label }) }}
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

const unusual = (status = 'ACTIVE') => status !== 'ACTIVE' && words(status)

/** Only the statuses known by name have a tone; any other is neutral. */
const tenantTones: Record<string, Tone> = {
  ACTIVE: 'good',
  SUSPENDED: 'warning',
  TERMINATED: 'bad',
  DELETED: 'neutral',
}

export const TenantStatus = ({ status }: { status: string }) => <StatusBadge status={status} tones={tenantTones} />
