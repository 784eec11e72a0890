import { Drawer, Text, TextInput } from '@mantine/core'
import { filterTasks, type TaskNode } from '@plinth/api/works/tasks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { t } from '../../lib/language.ts'
import { endpointKey, queryClient } from '../../lib/query-client.ts'
import { useUser } from '../../lib/session.ts'
import { useDialog } from '../../ui/shell/useDialog.ts'
import { trees } from './edit-state.ts'
import { takePhoto } from './PhotoButton.tsx'
import classes from './PhotoOf.module.css'
import { dueText } from './task-due.ts'
import { everyTask, taskLabel } from './task-tree.ts'

const mine = { body: { quickFilters: ['MINE' as const] } }
const maxListed = 30

/** The tasks known without a server, and the user's own once the server answers; the user's own come first. */
function useTasks(): TaskNode[] {
  const userId = useUser()?.id
  useQuery({
    queryKey: endpointKey(filterTasks, mine),
    queryFn: ({ signal }) => call(filterTasks, mine, { signal }),
  })
  const known = queryClient.getQueriesData<TaskNode[]>(trees).flatMap(([, nodes]) => everyTask(nodes ?? []))
  const tasks = [...new Map(known.map((task) => [task.id, task])).values()]
  const isMine = ({ assignedTo }: TaskNode) => Number(assignedTo === userId)
  return tasks.toSorted((a, b) => isMine(b) - isMine(a))
}

/** Asks for the task of a photo. */
export function PhotoOf({ photo, onClose }: { photo: File; onClose: () => void }) {
  const [search, setSearch] = useState('')
  const tasks = useTasks()
  const wanted = search.trim().toLowerCase().split(/\s+/)
  const found = tasks.filter((task) => wanted.every((word) => taskLabel(task).toLowerCase().includes(word)))
  const { close, props } = useDialog(onClose)
  async function choose(task: TaskNode) {
    if (await takePhoto(task, photo)) close()
  }
  return (
    <Drawer
      {...props}
      position="bottom"
      size="85%"
      title={t('Which task is it of?')}
      padding="sm"
      classNames={{ close: classes['close'] ?? '' }}
      closeButtonProps={{ 'aria-label': t('Drop the photo') }}
    >
      <TextInput
        label={t('Find a task')}
        size="md"
        mb="sm"
        value={search}
        onChange={({ currentTarget: { value } }) => setSearch(value)}
      />
      {found.length === 0 && <Text>{t('No task is known here that is called so.')}</Text>}
      <ul className={classes['tasks']}>
        {found.slice(0, maxListed).map((task) => (
          <li key={task.id}>
            <button type="button" onClick={() => void choose(task)}>
              <b>{taskLabel(task)}</b>
              <span>{dueText(task).detail}</span>
            </button>
          </li>
        ))}
      </ul>
    </Drawer>
  )
}
