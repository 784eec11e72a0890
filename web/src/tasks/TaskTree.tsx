import { Button, Group, Text } from '@mantine/core'
import type { TaskNode } from '@plinth/api/tasks'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useReducer, useState } from 'react'
import { isUnset } from '../lib/list-search.ts'
import type { List } from '../lib/useList.ts'
import { TreeGrid } from '../ui/TreeGrid.tsx'
import type { TreeRow } from '../ui/TreeGridRow.tsx'
import { taskColumns } from './TaskColumns.tsx'
import { byProject, everyTask, foldable, groupedRows, taskRows } from './task-tree.ts'

// Seldom asked for, and a dialog is dear.
const MoveTask = lazy(() => import('./MoveTask.tsx').then((module) => ({ default: module.MoveTask })))

interface Names {
  projectName: (id: string) => string
  assigneeName: (id: string) => string
}

/** Whatever is asked for beside the project: its answer opens unfolded, so that no match lies hidden. */
export const askedFor = ({ filters }: List<TaskNode>) =>
  Object.entries(filters).filter(([name, value]) => name !== 'projectId' && !isUnset(value))

const remembered = new Map<string, ReadonlySet<string>>()
const none: ReadonlySet<string> = new Set()

/** The folded rows of the tree under this key, kept until the page is loaded afresh. */
function useCollapsed(key: string): [ReadonlySet<string>, (next: ReadonlySet<string>) => void] {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const set = (next: ReadonlySet<string>) => {
    remembered.set(key, next)
    rerender()
  }
  return [remembered.get(key) ?? none, set]
}

function useFolding(list: List<TaskNode>, projectName: Names['projectName']) {
  const [folded, fold] = useCollapsed(JSON.stringify(askedFor(list)))
  const tasks = list.all
  const ofOneProject = list.filters['projectId'] !== ''
  const rows = ofOneProject ? taskRows(tasks, folded) : groupedRows(tasks, projectName, folded)
  function toggle({ id }: TreeRow<TaskNode>) {
    const next = new Set(folded)
    if (!next.delete(id)) next.add(id)
    fold(next)
  }
  return { rows, toggle, expandAll: () => fold(new Set()), collapseAll: () => fold(new Set(foldable(tasks))) }
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

export function TaskTree({ list, projectName, assigneeName }: { list: List<TaskNode> } & Names) {
  const navigate = useNavigate()
  const [moving, setMoving] = useState<TaskNode | null>(null)
  const { rows, toggle, expandAll, collapseAll } = useFolding(list, projectName)
  const projects = useMemo(() => byProject(list.all), [list.all])
  const total = useMemo(() => everyTask(list.all).length, [list.all])

  return (
    <>
      <Group justify="space-between" mb="xs" gap="xs">
        <Text size="sm" role="status">
          {!list.pending && `${counted(total, 'task')} in ${counted(projects.size, 'project')}`}
        </Text>
        <Group gap="xs">
          <Button variant="default" size="xs" disabled={total === 0} onClick={expandAll}>
            Expand all
          </Button>
          <Button variant="default" size="xs" disabled={total === 0} onClick={collapseAll}>
            Collapse all
          </Button>
        </Group>
      </Group>
      <TreeGrid
        caption="Tasks"
        rows={rows}
        columns={taskColumns(assigneeName, setMoving)}
        heading={({ id, name }) => (
          <span>
            {name}{' '}
            <Text span size="xs" c="dimmed">
              {counted(everyTask(projects.get(id) ?? []).length, 'task')}
            </Text>
          </span>
        )}
        pending={list.pending}
        fetching={list.fetching}
        onToggle={toggle}
        onOpen={({ id }) => void navigate({ to: `/project-tasks/${id}` })}
      />
      {moving && (
        <Suspense>
          <MoveTask task={moving} onClose={() => setMoving(null)} />
        </Suspense>
      )}
    </>
  )
}
