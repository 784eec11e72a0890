import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { minNameKeyword, searchTenantNames } from '@plinth/api/auth'
import { useState } from 'react'
import { useSuggestions } from '../lib/useSuggestions.ts'

const label = 'Tenant name'

/** Mantine's own Autocomplete would bring the scrollbars of its list, which this page loads for nothing. */
export function TenantNameInput({ error }: { error: string | undefined }) {
  const [name, setName] = useState('')
  const typed = name.trim()
  const { data = [] } = useSuggestions(searchTenantNames, typed, { minLength: minNameKeyword, retry: false })
  const found = typed.length >= minNameKeyword ? data : []
  // A name that is typed out needs no list, which would lie over the button below.
  const options = found.length === 1 && found[0]?.toLowerCase() === typed.toLowerCase() ? [] : found
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
