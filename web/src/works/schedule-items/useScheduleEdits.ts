import type { Answer } from '@plinth/api/kernel/endpoint'
import { getAgreement } from '@plinth/api/money/agreements'
import {
  getSchedule,
  moveScheduleItem,
  type ScheduleItem,
  scheduleItemLabels,
  updateScheduleItem,
} from '@plinth/api/works/schedule-items'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../lib/call.ts'
import { CallError, reasonOf } from '../../lib/call-error.ts'
import { t, translated } from '../../lib/language.ts'
import { endpointKey } from '../../lib/query-client.ts'
import type { CellValue } from '../../ui/record/useCellEditor.ts'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { storeOver, whyNotStored } from '../../ui/shell/useRecordChange.ts'
import { itemName, numberOrName, placeOf, type SchedulePlace } from './schedule-tree.ts'
import { textOfValue, type ValueField } from './values.ts'

type Schedule = Answer<typeof getSchedule>

const keyOf = (agreementId: string) => endpointKey(getSchedule, { params: { agreementId } })

/** Refetches the schedule, and the agreement with the tender percentage for its totals. */
const refetch = (client: QueryClient, agreementId: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: keyOf(agreementId) }),
    client.invalidateQueries({ queryKey: [getAgreement.method, getAgreement.path] }),
  ])

/** Shows a stored item, without refetching thousands of others. */
function show(client: QueryClient, stored: ScheduleItem): void {
  client.setQueryData<Schedule>(
    keyOf(stored.agreementId),
    (schedule) =>
      schedule && { ...schedule, items: schedule.items.map((item) => (item.id === stored.id ? stored : item)) },
  )
}

interface Change {
  item: ScheduleItem
  field: ValueField
  value: CellValue
}

const messageOfChange = (item: ScheduleItem, field: ValueField, value: CellValue) =>
  t('{name}: {label} {value}', {
    name: numberOrName(item),
    label: translated(scheduleItemLabels[field]),
    value: textOfValue(field, value),
  })

async function store(client: QueryClient, { item, field, value }: Change): Promise<ScheduleItem> {
  const { id, updatedAt } = item
  try {
    const stored = await storeOver(updateScheduleItem, { id }, { [field]: value }, updatedAt)
    show(client, stored)
    return stored
  } catch (error) {
    // Shows what somebody else has stored since.
    if (error instanceof CallError && error.status === 412) void refetch(client, item.agreementId)
    throw error
  }
}

/** Stores a value, with a message that offers to undo it. Throws as the call does. */
async function change(client: QueryClient, { item, field, value }: Change): Promise<void> {
  const before = item[field]
  const stored = await store(client, { item, field, value })
  const done = messageOfChange(stored, field, value)
  async function undo() {
    const undone = messageOfChange(stored, field, before)
    try {
      await store(client, { item: stored, field, value: before })
      void alertSuccess(t('Undone: {done}', { done: undone }))
    } catch (error) {
      void alertFailure(t('Not undone: {done}', { done }), whyNotStored(error))
    }
  }
  void alertSuccess(done, { label: t('Undo'), run: () => void undo() })
}

async function put(client: QueryClient, { id, agreementId }: ScheduleItem, place: SchedulePlace): Promise<boolean> {
  try {
    await call(moveScheduleItem, { params: { id }, body: place })
  } catch (error) {
    void alertFailure(t('Nothing was moved.'), reasonOf(error))
    return false
  }
  await refetch(client, agreementId)
  return true
}

/** Moves a row, with a message that offers to undo it; returns whether it was moved. */
async function move(client: QueryClient, item: ScheduleItem, place: SchedulePlace): Promise<boolean> {
  const items = client.getQueryData<Schedule>(keyOf(item.agreementId))?.items ?? []
  const from = placeOf(items, item)
  if (!(await put(client, item, place))) return false
  const done = t('{item} moved', { item: itemName(item) })
  async function undo() {
    if (await put(client, item, from)) void alertSuccess(t('Undone: {done}', { done }))
  }
  void alertSuccess(done, { label: t('Undo'), run: () => void undo() })
  return true
}

/** Edits of a schedule in place. */
export function useScheduleEdits() {
  const client = useQueryClient()
  return useMemo(
    () => ({
      change: (item: ScheduleItem, field: ValueField, value: CellValue) => change(client, { item, field, value }),
      move: (item: ScheduleItem, place: SchedulePlace) => move(client, item, place),
    }),
    [client],
  )
}
