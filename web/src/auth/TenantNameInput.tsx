import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { minNameKeyword, searchTenantNames } from '@plinth/api/auth'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../lib/call.ts'
import { endpointKey } from '../lib/query-client.ts'

const label = 'Tenant name'

function useTenantNames(typed: string): string[] {
  const [keyword] = useDebouncedValue(typed, 200)
  const input = { query: { keyword } }
  const { data = [] } = useQuery({
    queryKey: endpointKey(searchTenantNames, input),
    queryFn: ({ signal }) => call(searchTenantNames, input, { signal }),
    enabled: keyword.length >= minNameKeyword,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return typed.length >= minNameKeyword ? data : []
}

/** Mantine's own Autocomplete would bring the scrollbars of its list, which this page loads for nothing. */
export function TenantNameInput({ error }: { error: string | undefined }) {
  const [name, setName] = useState('')
  const found = useTenantNames(name.trim())
  // A name that is typed out needs no list, which would lie over the button below.
  const options = found.length === 1 && found[0]?.toLowerCase() === name.trim().toLowerCase() ? [] : found
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() })
  const open = () => list.openDropdown()

  function change(next: string) {
    setName(next)
    list.resetSelectedOption()
  }

  return (
    <Combobox
      store={list}
      onOptionSubmit={(chosen) => {
        change(chosen)
        list.closeDropdown()
      }}
    >
      <Combobox.Target autoComplete="organization" withExpandedAttribute>
        <TextInput
          name="tenantName"
          label={label}
          required
          withAsterisk={false}
          value={name}
          onChange={(event) => {
            change(event.currentTarget.value)
            open()
          }}
          onFocus={open}
          onClick={open}
          onBlur={() => list.closeDropdown()}
          error={error}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={options.length === 0}>
        <Combobox.Options aria-label={label}>
          {options.map((option) => (
            <Combobox.Option key={option} value={option}>
              {option}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
