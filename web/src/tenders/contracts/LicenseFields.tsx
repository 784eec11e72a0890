import { Autocomplete, Text } from '@mantine/core'
import { contractLabels, searchUsedLicenses, type UsedLicense } from '@plinth/api/tenders/contracts'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { dash, plainText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useSuggestions } from '../../lib/useSuggestions.ts'
import { FieldGroup, ReadValue } from '../../ui/form/FieldGroup.tsx'
import { useField } from '../../ui/form/FieldState.tsx'
import choices from '../../ui/shell/choices.module.css'

const parts = ['licenseHolderName', 'licenseNo', 'licenseId'] as const
type Part = (typeof parts)[number]

/** The license of a contract or a project: typed, or chosen from those used before. */
export function LicenseFields() {
  return (
    <FieldGroup title={t('License')}>
      {parts.map((part) => (
        <LicensePart key={part} part={part} />
      ))}
    </FieldGroup>
  )
}

const contains = (license: UsedLicense, typed: string) =>
  parts.some((part) => license[part]?.toLowerCase().includes(typed.toLowerCase()))

/**
 * One of the three fields. It suggests used licenses that contain the typed text; choosing one fills all three fields.
 */
function LicensePart({ part }: { part: Part }) {
  const label = translated(contractLabels[part])
  const { mode, value, set, input } = useField(part, label)
  const { getValues, setValue } = useFormContext<UsedLicense>()
  const [entered, setEntered] = useState(false)
  const typed = plainText(value)
  const { data: used = [] } = useSuggestions(searchUsedLicenses, typed.trim(), {
    enabled: useCan(searchUsedLicenses) && entered,
    retry: false,
  })
  if (mode === 'view') return <ReadValue label={label}>{typed || dash}</ReadValue>
  const present = getValues()
  const suggested = used.filter(
    (license) =>
      // The response for the previous text stays until the next one arrives, so it is filtered here.
      contains(license, typed.trim()) && parts.some((name) => (license[name] ?? '') !== (present[name] ?? '')),
  )
  return (
    <Autocomplete
      label={label}
      data={suggested.map((license, at) => ({ value: String(at), label: license[part] ?? '' }))}
      filter={({ options }) => options}
      renderOption={({ option }) => <LicenseOption license={suggested[Number(option.value)]} />}
      onOptionSubmit={(chosen) => {
        for (const name of parts)
          setValue(name, suggested[Number(chosen)]?.[name] ?? null, { shouldDirty: true, shouldValidate: true })
      }}
      onFocus={() => setEntered(true)}
      withScrollArea={false}
      classNames={{ options: choices['options'] ?? '' }}
      {...input}
      value={typed}
      onChange={(text) => set(text === '' ? null : text)}
    />
  )
}

function LicenseOption({ license }: { license: UsedLicense | undefined }) {
  const rest = (['licenseNo', 'licenseId'] as const).flatMap((part) =>
    license?.[part] ? [`${translated(contractLabels[part])} ${license[part]}`] : [],
  )
  return (
    <div>
      <Text size="sm">{license?.licenseHolderName ?? t('No license holder')}</Text>
      <Text size="xs" c="dimmed">
        {rest.join(' · ')}
      </Text>
    </div>
  )
}
