import { Button, Group, Paper } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { t } from '../../lib/language.ts'
import { usePhone } from '../shell/Screen.tsx'
import { useRoomBelow } from '../shell/useRoomBelow.ts'
import { DraftContext, type FilterDraft, type FilteredList, FilterGrid } from './Filters.tsx'

interface Props {
  list: FilteredList
  draft: FilterDraft
  onClose: () => void
  children: ReactNode
}

/** All filters of a list: a draft until Apply Filters, which goes back to the first page. */
export function FilterBox({ list, draft, onClose, children }: Props) {
  const phone = usePhone()
  const form = useRef<HTMLFormElement>(null)
  const { ref: actions, room, popover } = useRoomBelow()
  // Memoized, so that the inputs are redrawn when the draft changes and not when the rows do.
  const { values, set } = draft
  const context = useMemo(() => ({ values, set, popover }), [values, set, popover])
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (phone) onClose()
    list.apply({ ...list.filters, ...values })
  }

  return (
    <Paper
      component="form"
      ref={form}
      role="search"
      aria-label={t('Filters')}
      withBorder
      p="sm"
      mb="sm"
      onSubmit={submit}
    >
      <DraftContext value={context}>
        <FilterGrid>{children}</FilterGrid>
      </DraftContext>
      <Group ref={actions} mt={room > 0 ? room : 'sm'} gap="xs" justify="flex-end">
        <Button type="submit">{t('Apply Filters')}</Button>
      </Group>
    </Paper>
  )
}
