import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { minNameKeyword, searchTenantNames } from '@plinth/api/tenants'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../lib/call.ts'
import { endpointKey } from '../lib/query-client.ts'

export function TenantNameInput({ error }: { error: string | undefined }) {
  const [name, setName] = useState('')
  const [keyword] = useDebouncedValue(name.trim(), 200)
  const input = { query: { keyword } }
  const { data = [] } = useQuery({
    queryKey: endpointKey(searchTenantNames, input),
    queryFn: ({ signal }) => call(searchTenantNames, input, { signal }),
    enabled: keyword.length >= minNameKeyword,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <Autocomplete
      name="tenantName"
      label="Tenant name"
      autoComplete="organization"
      required
      withAsterisk={false}
      value={name}
      onChange={setName}
      data={name.trim().length >= minNameKeyword ? data : []}
      filter={({ options }) => options}
      withScrollArea={false}
      error={error}
    />
  )
}
