import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { RecordKind } from '@plinth/api/entities'
import { minNameKeyword } from '@plinth/api/kernel/filters'
import { searchRecords } from '@plinth/api/platform/record-search'
import { type GeneralTask, generalTaskLabels, type RelatedRecord } from '@plinth/api/works/general-tasks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { call } from '../../lib/call.ts'
import { plainText, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { ReadValue } from '../../ui/form/FieldGroup.tsx'
import { useField } from '../../ui/form/FieldState.tsx'
import { useFormMode, useTogether } from '../../ui/form/form-context.ts'
import { RelatedLink } from './RelatedLink.tsx'

const label = translated(generalTaskLabels.recordType)
const both = ['recordType', 'recordId']

/** The kinds of search results that a task can be linked to. */
const kinds: Partial<Record<RecordKind, RelatedRecord>> = {
  contracts: 'CONTRACT',
  instruments: 'INSTRUMENT',
  projects: 'PROJECT',
  tasks: 'TASK',
}

interface Option {
  value: string
  label: string
  recordType: RelatedRecord
}

/** The records that match what is typed, fetched once typing pauses. */
function useFound(typed: string): { found: Option[]; isSearching: boolean } {
  const [keyword] = useDebouncedValue(typed.trim(), 250)
  const { data = [], isFetching } = useQuery({
    queryKey: ['about', keyword],
    queryFn: ({ signal }) => call(searchRecords, { body: { keyword, size: 8 } }, { signal }),
    enabled: keyword.length >= minNameKeyword,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  const found = data.flatMap(({ kind, records }) => {
    const recordType = kinds[kind]
    if (!recordType) return []
    return records.map(({ id, name, detail }) => ({
      value: id,
      label: `${words(recordType)}: ${name ?? detail ?? ''}`,
      recordType,
    }))
  })
  return { found: keyword.length >= minNameKeyword ? found : [], isSearching: isFetching }
}

/** The linked record: found by a part of its name, or passed by the page that led here. */
export function AboutField() {
  const isRead = useFormMode() === 'view'
  const task = useFormContext<GeneralTask>().getValues()
  if (!isRead) return <AboutChoice />
  return (
    <ReadValue label={label} wide>
      <RelatedLink {...task} />
    </ReadValue>
  )
}

/** Keeps the names of selected records, which the form does not store. */
function useChosen() {
  const { getValues, setValue } = useFormContext<GeneralTask>()
  const [initial] = useState(() => {
    const { recordId, recordType, recordName } = getValues()
    if (!recordId || !recordType) return []
    const name = recordName ?? t('{kind} that cannot be shown', { kind: words(recordType) })
    // The page that led here passes an id without a name.
    const fallbackName = recordName === undefined ? t('{kind} you came from', { kind: words(recordType) }) : name
    return [{ value: recordId, label: recordName ? `${words(recordType)}: ${recordName}` : fallbackName, recordType }]
  })
  const [picked, pick] = useState<Option[]>([])
  function choose(option: Option | undefined) {
    if (option) pick([...picked, option])
    setValue('recordType', option?.recordType ?? null, { shouldDirty: true })
  }
  return { known: [...initial, ...picked], choose }
}

function AboutChoice() {
  const { known, choose } = useChosen()
  const nameOf = (value: unknown) => known.find((option) => option.value === value)?.label ?? plainText(value)
  const { value, set, input } = useField('recordId', label, { textOf: nameOf })
  const [typed, setTyped] = useState('')
  useTogether(both)
  const chosen = plainText(value) || null
  const isTyping = typed !== '' && typed !== nameOf(chosen)
  const { found, isSearching } = useFound(isTyping ? typed : '')
  const chosenOptions = known.filter(
    (option) => option.value === chosen && !found.some((other) => other.value === chosen),
  )
  const nothing = isSearching ? t('Searching…') : t('Nothing found. Try other words.')
  return (
    <Select
      label={label}
      description={t('A contract, instrument, project or task of a project: type a part of its name')}
      wrapperProps={{ 'data-wide': true }}
      data={[...(isTyping ? [] : chosenOptions), ...found]}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Clear {label}', { label }) }}
      // The server has filtered the options already.
      filter={({ options }) => options}
      nothingFoundMessage={isTyping && typed.trim().length >= minNameKeyword ? nothing : null}
      withScrollArea={false}
      {...input}
      searchValue={typed}
      onSearchChange={setTyped}
      value={chosen}
      onChange={(next) => {
        choose(found.find((option) => option.value === next) ?? chosenOptions.find((option) => option.value === next))
        set(next)
      }}
    />
  )
}
