import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import type { ScheduleItem } from '@plinth/api/works/schedule-items'
import { useState } from 'react'
import { t } from '../../lib/language.ts'
import choices from '../../ui/shell/choices.module.css'
import { useDialog } from '../../ui/shell/useDialog.ts'
import { last, sectionOptions, siblingOptions, top } from './place-options.ts'
import { itemName, placeOf } from './schedule-tree.ts'
import { useScheduleEdits } from './useScheduleEdits.ts'

/** The most places listed at once; typing finds the others. */
const maxListed = 100

const choice = {
  allowDeselect: false,
  searchable: true,
  limit: maxListed,
  withScrollArea: false,
  nothingFoundMessage: t('No such place'),
  classNames: { options: choices['options'] ?? '' },
}

interface Props {
  items: readonly ScheduleItem[]
  item: ScheduleItem
  onClose: () => void
}

/** Moves an item, or a section with its content, to another place of its schedule. */
export function MoveItem({ items, item, onClose }: Props) {
  const edits = useScheduleEdits()
  const from = placeOf(items, item)
  const [section, setSection] = useState(from.parentId ?? top.value)
  const [before, setBefore] = useState(from.beforeId ?? last.value)
  const [isSending, setSending] = useState(false)
  const { close, props } = useDialog(onClose)
  const place = {
    parentId: section === top.value ? null : section,
    beforeId: before === last.value ? null : before,
  }
  const isUnchanged = place.parentId === from.parentId && place.beforeId === from.beforeId

  async function move() {
    setSending(true)
    const isDone = await edits.move(item, place)
    setSending(false)
    if (isDone) close()
  }

  return (
    <Modal {...props} title={t('Move {name}', { name: itemName(item) })} centered>
      <Stack gap="xs">
        <Select
          label={t('Into section')}
          data={sectionOptions(items, item)}
          value={section}
          onChange={(value) => {
            setSection(value ?? top.value)
            setBefore(last.value)
          }}
          data-autofocus
          {...choice}
        />
        <Select
          label={t('Before')}
          data={siblingOptions(items, place.parentId, item.id)}
          value={before}
          onChange={(value) => setBefore(value ?? last.value)}
          {...choice}
        />
      </Stack>
      {item.kind === 'SECTION' && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('What lies in the section moves with it.')}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={close}>
          {t('Cancel')}
        </Button>
        <Button loading={isSending} disabled={isUnchanged} onClick={() => void move()}>
          {t('Move')}
        </Button>
      </Group>
    </Modal>
  )
}
