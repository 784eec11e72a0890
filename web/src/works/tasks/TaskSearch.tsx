import { Button, Skeleton } from '@mantine/core'
import type { ModuleName } from '@plinth/api/kernel/permissions'
import { createTask, filterTasks } from '@plinth/api/works/tasks'
import { IconDownload } from '@tabler/icons-react'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useList } from '../../lib/useList.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { part } from '../../ui/shell/Part.tsx'
import { Empty, Screen } from '../../ui/shell/Screen.tsx'
import { noFilters, TaskFilters, TaskViews } from './TaskControls.tsx'
import { useAssignees, useProjects } from './task-choices.ts'
import { askedFor } from './useFolding.ts'

/** As much room as the buttons will take: what stands below them stays where it is when they come. */
function RoomForSheetTools() {
  const mayImport = useCan(createTask)
  return (
    <>
      {mayImport && <Button style={unseen}>{t('Import')}</Button>}
      <Button style={unseen} leftSection={<IconDownload size={16} />}>
        {t('Export')}
      </Button>
    </>
  )
}

const unseen = { visibility: 'hidden' } as const

// Only of one project.
const TaskSheetTools = part(() => import('./TaskSheetTools.tsx'), 'TaskSheetTools', { waiting: <RoomForSheetTools /> })
const waiting = <Skeleton height={480} />
const TaskTree = part(() => import('./TaskTree.tsx'), 'TaskTree', { waiting })
const TaskGantt = part(() => import('./TaskGantt.tsx'), 'TaskGantt', { waiting })
const TaskBoard = part(() => import('./TaskBoard.tsx'), 'TaskBoard', { waiting })

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

/** Materials are planned on the tasks, so their search is the way to them. */
export const InventoryTasks = () => (
  <TaskSearch
    module="Inventories"
    title={t('Inventories')}
    failure={t('Failed to fetch tasks')}
    views={views.slice(0, 1)}
  />
)

interface Props {
  /** Whose canView opens this address: the search itself may be made with that of either module. */
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
        <Empty filtered={askedFor(list).length > 0}>
          {preset.projectId ? t('This project has no tasks yet.') : t('There are no tasks yet.')}{' '}
          {mayCreate && t('Enter the first one with New task.')}
        </Empty>
      ) : projects.isLoading && !preset.projectId ? (
        // Tasks stand by the names of their projects: those that stood there before would move when these come.
        waiting
      ) : (
        <View list={list} projectName={projects.nameOf} assigneeName={assignees.nameOf} />
      )}
    </Screen>
  )
}
