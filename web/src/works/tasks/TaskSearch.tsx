import { Button, Skeleton } from '@mantine/core'
import type { ModuleName } from '@plinth/api/kernel/permissions'
import { createTask, filterTasks } from '@plinth/api/works/tasks'
import { IconDownload } from '@tabler/icons-react'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useList } from '../../lib/useList.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { Empty, Screen } from '../../ui/shell/Screen.tsx'
import { noFilters, TaskFilters, TaskViews } from './TaskControls.tsx'
import { useAssignees, useProjects } from './task-choices.ts'
import { activeFilters } from './useFolding.ts'

/** Reserves the room of the buttons, so that nothing below moves when they are loaded. */
function RoomForSheetTools() {
  const mayImport = useCan(createTask)
  return (
    <>
      {mayImport && <Button style={hidden}>{t('Import')}</Button>}
      <Button style={hidden} leftSection={<IconDownload size={16} />}>
        {t('Export')}
      </Button>
    </>
  )
}

const hidden = { visibility: 'hidden' } as const

// Loaded later: shown for a single project only.
const TaskSheetTools = lazyPart(() => import('./TaskSheetTools.tsx'), 'TaskSheetTools', {
  waiting: <RoomForSheetTools />,
})
const waiting = <Skeleton height={480} />
const TaskTree = lazyPart(() => import('./TaskTree.tsx'), 'TaskTree', { waiting })
const TaskGantt = lazyPart(() => import('./TaskGantt.tsx'), 'TaskGantt', { waiting })
const TaskBoard = lazyPart(() => import('./TaskBoard.tsx'), 'TaskBoard', { waiting })

const views = [
  { name: '', label: t('Tree'), view: TaskTree },
  { name: 'gantt', label: t('Gantt'), view: TaskGantt },
  { name: 'board', label: t('Board'), view: TaskBoard },
]

export const ProjectTasks = () => (
  <TaskSearch
    module="Project Tasks"
    title={t('Project tasks')}
    failure={t('Failed to fetch task data.')}
    views={views}
  />
)

/** Materials are planned on tasks, so that the Inventories screen starts with their search. */
export const InventoryTasks = () => (
  <TaskSearch
    module="Inventories"
    title={t('Inventories')}
    failure={t('Failed to fetch tasks')}
    views={views.slice(0, 1)}
  />
)

interface Props {
  /** The module whose canView opens this address; the search itself accepts either module. */
  module: ModuleName
  title: string
  failure: string
  views: typeof views
}

function TaskSearch({ module, title, failure, views }: Props) {
  const list = useList(filterTasks, noFilters, {
    views: views.flatMap(({ name }) => name || []),
    allow: { module, can: 'canView' },
  })
  const projects = useProjects()
  const assignees = useAssignees()
  const mayCreate = useCan(createTask)
  const { projectId } = list.filters
  const View = (views.find(({ name }) => name === list.view) ?? views[0])?.view ?? TaskTree
  const preset = typeof projectId === 'string' && projectId !== '' ? { projectId } : {}
  return (
    <Screen
      title={title}
      source={list}
      failure={failure}
      actions={
        <>
          {views.length > 1 && <TaskViews list={list} views={views} />}
          {preset.projectId && <TaskSheetTools projectId={preset.projectId} />}
          <LinkButton to="/project-tasks/create" search={preset} call={createTask}>
            {t('New task')}
          </LinkButton>
        </>
      }
    >
      <TaskFilters list={list} projects={projects.options} assignees={assignees.options} />
      {!list.pending && list.all.length === 0 ? (
        <Empty filtered={activeFilters(list).length > 0}>
          {preset.projectId ? t('This project has no tasks yet.') : t('There are no tasks yet.')}{' '}
          {mayCreate && t('Enter the first one with New task.')}
        </Empty>
      ) : projects.isLoading && !preset.projectId ? (
        // Tasks are sorted by the names of their projects, so that rows would move when the names arrive.
        waiting
      ) : (
        <View list={list} projectName={projects.nameOf} assigneeName={assignees.nameOf} />
      )}
    </Screen>
  )
}
