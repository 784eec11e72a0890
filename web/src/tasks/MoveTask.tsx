import { Alert, Button, Group, Modal, Select, Text } from '@mantine/core'
import { maxTaskLevelMessage, type TaskNode, updateTask } from '@plinth/api/tasks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError, call } from '../lib/call.ts'
import { alertSuccess } from '../ui/alerts.ts'
import choices from '../ui/choices.module.css'
import { useProjectTasks } from './task-choices.ts'
import { parentChoices, taskLabel } from './task-tree.ts'

const top = { value: 'top', label: 'Top level' }
const failure = 'Failed to save task. Please try again.'

/** Puts a task, with all below it, under another task of its project or at the top. */
export function MoveTask({ task, onClose }: { task: TaskNode; onClose: () => void }) {
  const queryClient = useQueryClient()
  const tree = useProjectTasks(task.projectId)
  const before = task.parentId ?? top.value
  const [parent, setParent] = useState(before)
  const [opened, setOpened] = useState(true)
  const [opener] = useState(() => document.activeElement)
  const [sending, setSending] = useState(false)
  const [fault, setFault] = useState('')
  const offered = parentChoices(tree.data ?? [], task.id)
  const options = [top, ...offered.map((node) => ({ value: node.id, label: taskLabel(node) }))]

  const close = () => setOpened(false)

  /** The dialog itself gives the focus back only when it was there, closed, before it opened. */
  function leave() {
    if (opener instanceof HTMLElement) opener.focus()
    onClose()
  }

  async function move() {
    setSending(true)
    setFault('')
    try {
      const parentId = parent === top.value ? null : parent
      await call(updateTask, { params: { id: task.id }, body: { parentId, updatedAt: task.updatedAt } })
      void alertSuccess('Task updated successfully!')
      close()
    } catch (error) {
      setFault(error instanceof CallError ? `${failure} ${error.message}` : failure)
    } finally {
      setSending(false)
      void queryClient.invalidateQueries()
    }
  }

  return (
    <Modal opened={opened} onClose={close} onExitTransitionEnd={leave} title={`Move ${taskLabel(task)}`} centered>
      {(fault || tree.isError) && (
        <Alert color="red" role="alert" mb="sm">
          {fault || 'Failed to fetch tasks'}
        </Alert>
      )}
      <Select
        label="Under"
        data={options}
        value={tree.isPending ? null : parent}
        placeholder={tree.isPending ? 'Loading…' : ''}
        onChange={(value) => setParent(value ?? top.value)}
        allowDeselect={false}
        searchable
        nothingFoundMessage="No such task"
        withScrollArea={false}
        classNames={{ options: choices['options'] ?? '' }}
        data-autofocus
      />
      <Text size="sm" c="dimmed" mt="xs">
        What is below the task moves with it. Tasks under which it would pass level 4 are not offered:{' '}
        {maxTaskLevelMessage}.
      </Text>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button loading={sending} disabled={parent === before || !tree.data} onClick={() => void move()}>
          Move
        </Button>
      </Group>
    </Modal>
  )
}
