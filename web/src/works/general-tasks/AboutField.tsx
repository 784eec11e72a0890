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

/** What is found of these kinds a task can be about. */
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

/** The records that fit what is typed, once the typing pauses. */
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

/** What a task is about: found by a part of its name, or given by the page that led here. */
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

/** It keeps what has been chosen by its name, which the form does not. */
function useChosen() {
  const { getValues, setValue } = useFormContext<GeneralTask>()
  const [initial] = useState(() => {
    const { recordId, recordType, recordName } = getValues()
    if (!recordId || !recordType) return []
    const named = recordName ?? t('{kind} that cannot be shown', { kind: words(recordType) })
    // What the page that led here is of has no name yet.
    const led = recordName === undefined ? t('{kind} you came from', { kind: words(recordType) }) : named
    return [{ value: recordId, label: recordName ? `${words(recordType)}: ${recordName}` : led, recordType }]
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
  const kept = known.filter((option) => option.value === chosen && !found.some((other) => other.value === chosen))
  const nothing = isSearching ? t('Searching…') : t('Nothing found. Try other words.')
  return (
    <Select
      label={label}
      description={t('A contract, instrument, project or task of a project: type a part of its name')}
      wrapperProps={{ 'data-wide': true }}
      data={[...(isTyping ? [] : kept), ...found]}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Clear {label}', { label }) }}
      // The server has looked for it.
      filter={({ options }) => options}
      nothingFoundMessage={isTyping && typed.trim().length >= minNameKeyword ? nothing : null}
      withScrollArea={false}
      {...input}
      searchValue={typed}
      onSearchChange={setTyped}
      value={chosen}
      onChange={(next) => {
        choose(found.find((option) => option.value === next) ?? kept.find((option) => option.value === next))
        set(next)
      }}
    />
  )
}
