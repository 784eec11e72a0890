import { Alert, Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { maxTaskLevelMessage, type TaskNode } from '@plinth/api/works/tasks'
import { useState } from 'react'
import { t, translated } from '../../lib/language.ts'
import choices from '../../ui/shell/choices.module.css'
import { useDialog } from '../../ui/shell/useDialog.ts'
import { useProjectTasks } from './task-choices.ts'
import { parentChoices, siblingsOf, taskLabel } from './task-tree.ts'
import { useTaskEdits } from './useTaskEdits.ts'

const top = { value: 'top', label: t('Top level') }
const last = { value: 'last', label: t('Last') }
const choice = {
  allowDeselect: false,
  searchable: true,
  nothingFoundMessage: t('No such task'),
  withScrollArea: false,
  classNames: { options: choices['options'] ?? '' },
}
/** No place is offered until the tasks are loaded, since some would be missing. */
const unknown = { data: [], value: null, placeholder: t('Loading…'), nothingFoundMessage: t('Loading…') }
const optionOf = (node: TaskNode) => ({ value: node.id, label: taskLabel(node) })

/** The places below a parent, and the present one of the task. */
function placesUnder(tree: TaskNode[], task: TaskNode, parentId: string | null) {
  const siblings = siblingsOf(tree, { projectId: task.projectId, parentId })
  const at = siblings.findIndex(({ id }) => id === task.id)
  return {
    options: [...siblings.filter(({ id }) => id !== task.id).map(optionOf), last],
    present: at < 0 ? null : (siblings[at + 1]?.id ?? last.value),
  }
}

/** Moves a task, with everything below it, to another place in its project. */
export function MoveTask({ task, onClose }: { task: TaskNode; onClose: () => void }) {
  const edits = useTaskEdits()
  const tree = useProjectTasks(task.projectId)
  const [parent, setParent] = useState(task.parentId ?? top.value)
  const [before, setBefore] = useState(last.value)
  const { close, props } = useDialog(onClose)
  const [isSending, setSending] = useState(false)
  const nodes = tree.data ?? []
  const parentId = parent === top.value ? null : parent
  const places = placesUnder(nodes, task, parentId)
  const selectProps = tree.isPending ? { ...choice, ...unknown } : choice

  async function move() {
    setSending(true)
    const isDone = await edits.move(task, { parentId, beforeId: before === last.value ? null : before })
    setSending(false)
    if (isDone) close()
  }

  return (
    <Modal {...props} title={t('Move {task}', { task: taskLabel(task) })} centered>
      {tree.isError && (
        <Alert color="red" role="alert" mb="sm">
          {t('Failed to fetch tasks')}
        </Alert>
      )}
      <Stack gap="xs">
        <Select
          label={t('Under')}
          data={[top, ...parentChoices(nodes, task.id).map(optionOf)]}
          value={parent}
          onChange={(value) => {
            setParent(value ?? top.value)
            setBefore(last.value)
          }}
          data-autofocus
          {...selectProps}
        />
        <Select
          label={t('Before')}
          data={places.options}
          value={before}
          onChange={(value) => setBefore(value ?? last.value)}
          {...selectProps}
        />
      </Stack>
      <Text size="sm" c="dimmed" mt="xs">
        {t('What is below the task moves with it. Tasks under which it would pass level 4 are not offered: {reason}.', {
          reason: translated(maxTaskLevelMessage),
        })}
      </Text>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={close}>
          {t('Cancel')}
        </Button>
        <Button loading={isSending} disabled={before === places.present || !tree.data} onClick={() => void move()}>
          {t('Move')}
        </Button>
      </Group>
    </Modal>
  )
}
