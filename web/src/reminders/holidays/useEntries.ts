import { createHoliday, deleteHoliday, type Holiday } from '@plinth/api/reminders/holidays'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { CallError, reasonOf } from '../../lib/call-error.ts'
import { counted, dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { newKey } from '../../lib/request.ts'
import { useCan } from '../../lib/useCan.ts'
import { undoBy } from '../../ui/form/undo-save.ts'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'

export type Entry = Pick<Holiday, 'onDay' | 'name'> & Partial<Pick<Holiday, 'closed'>>

const holidayText = ({ name, onDay }: Entry) => `${name}, ${dayText(onDay)}`

const enter = ({ onDay, name, closed }: Entry) =>
  call(createHoliday, { body: { onDay, name, ...(closed && { closed }) } }, { idempotencyKey: newKey() })
const erase = ({ id }: Pick<Holiday, 'id'>) => call(deleteHoliday, { params: { id } })

async function eraseAll(entered: readonly Holiday[]): Promise<void> {
  for (const holiday of entered) await erase(holiday)
}

/** Whether the error is about this entry, so that the server may accept others. */
const isEntryError = (error: unknown) => error instanceof CallError && [400, 409].includes(error.status)

/** Stores entries one after the other. Answers the stored ones, and the refused ones with reasons. Stops at an error that is not about an entry. */
async function enterAll(entries: readonly Entry[]) {
  const entered: Holiday[] = []
  const refused = new Map<Entry, string>()
  for (const entry of entries) {
    try {
      entered.push(await enter(entry))
    } catch (error) {
      refused.set(entry, reasonOf(error))
      if (!isEntryError(error)) break
    }
  }
  return { entered, refused }
}

function doneText(first: Holiday, count: number): string {
  if (count === 1) return t('{holiday} entered', { holiday: holidayText(first) })
  return t('{holidays} entered', { holidays: counted(count, 'holiday') })
}

/** Stores and deletes holidays, with a message and an undo for users who may undo it. */
export function useEntries() {
  const client = useQueryClient()
  const mayEnter = useCan(createHoliday)
  const mayDelete = useCan(deleteHoliday)

  /** Stores entries one after the other. Answers how many were tried, and the refused ones with reasons. */
  async function addAll(entries: readonly Entry[]) {
    const { entered, refused } = await enterAll(entries)
    await client.invalidateQueries()
    const [first] = entered
    if (first) {
      const done = doneText(first, entered.length)
      void alertSuccess(done, ...(mayDelete ? [undoBy(() => eraseAll(entered), done, client)] : []))
    }
    return { tried: entered.length + refused.size, refused }
  }

  async function remove(holiday: Holiday) {
    try {
      await erase(holiday)
      const done = t('{holiday} deleted', { holiday: holidayText(holiday) })
      void alertSuccess(done, ...(mayEnter ? [undoBy(() => enter(holiday), done, client)] : []))
    } catch (error) {
      void alertFailure(t('Failed to delete {name}', { name: holiday.name }), reasonOf(error))
    }
    await client.invalidateQueries()
  }
  return { addAll, remove, mayEnter, mayDelete }
}
