import { Button, Group, Text } from '@mantine/core'
import { createTask, filterTasks, type TaskNode } from '@plinth/api/tasks'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { isUnset } from '../lib/list-search.ts'
import { useCan } from '../lib/useCan.ts'
import { type List, useList } from '../lib/useList.ts'
import { Empty } from '../ui/Empty.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Screen } from '../ui/Screen.tsx'
import { TreeGrid } from '../ui/TreeGrid.tsx'
import type { TreeRow } from '../ui/tree-row.ts'
import { useCollapsed } from '../ui/useCollapsed.ts'
import { MoveTask } from './MoveTask.tsx'
import { taskColumns } from './TaskColumns.tsx'
import { noTaskFilters, TaskFilters } from './TaskFilters.tsx'
import { byProject, everyTask, foldable, groupedRows, taskRows } from './task-tree.ts'
import { useAssignees } from './useAssignees.ts'
import { useProjects } from './useProjects.ts'

interface Names {
  projectName: (id: string) => string
  assigneeName: (id: string) => string
}

/** Whatever is asked for beside the project: its answer opens unfolded, so that no match lies hidden. */
const askedFor = ({ filters }: List<TaskNode>) =>
  Object.entries(filters).filter(([name, value]) => name !== 'projectId' && !isUnset(value))

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

function Tree({ list, projectName, assigneeName }: { list: List<TaskNode> } & Names) {
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
          <Button variant="default" size="xs" onClick={expandAll}>
            Expand all
          </Button>
          <Button variant="default" size="xs" onClick={collapseAll}>
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
      {moving && <MoveTask task={moving} onClose={() => setMoving(null)} />}
    </>
  )
}

function TaskSearch({ title, failure }: { title: string; failure: string }) {
  const list = useList(filterTasks, noTaskFilters)
  const projects = useProjects()
  const assignees = useAssignees()
  const mayCreate = useCan(createTask)
  const { projectId } = list.filters
  const preset = typeof projectId === 'string' && projectId !== '' ? { projectId } : {}
  return (
    <Screen
      title={title}
      source={list}
      failure={failure}
      actions={
        <LinkButton to="/project-tasks/create" search={preset} call={createTask}>
          New task
        </LinkButton>
      }
    >
      <TaskFilters list={list} projects={projects.options} assignees={assignees.options} />
      {!list.pending && list.all.length === 0 ? (
        <Empty filtered={askedFor(list).length > 0}>
          {preset.projectId ? 'This project has no tasks yet.' : 'There are no tasks yet.'}
          {mayCreate && ' Enter the first one with New task.'}
        </Empty>
      ) : (
        <Tree list={list} projectName={projects.nameOf} assigneeName={assignees.nameOf} />
      )}
    </Screen>
  )
}

export const TaskTree = () => <TaskSearch title="Project tasks" failure="Failed to fetch task data." />

/** Materials are planned on the tasks, so their search is the way to them. */
export const InventoryTasks = () => <TaskSearch title="Inventories" failure="Failed to fetch tasks" />
