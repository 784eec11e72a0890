import { Button, Group, InputBase, Popover, Text, VisuallyHidden } from '@mantine/core'
import {
  createTask,
  getTask,
  maxTaskLevel,
  maxTaskLevelMessage,
  moveTask,
  type TaskNode,
  taskStatuses,
  updateTask,
} from '@plinth/api/works/tasks'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { counted } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import type { List } from '../../lib/useList.ts'
import { type BulkAction, changeOne, changeStatusOfEach } from '../../ui/list/bulk-action.ts'
import { lazyDialog, lazyPart } from '../../ui/shell/Part.tsx'
import { usePhone } from '../../ui/shell/Screen.tsx'
import { usePrinting } from '../../ui/shell/usePrinting.ts'
import { TreeBar, TreeGrid } from '../../ui/tree/TreeGrid.tsx'
import type { TreeRow } from '../../ui/tree/TreeGridRow.tsx'
import type { TreeMoves, TreePlace } from '../../ui/tree/useTreeDrag.ts'
import { taskCards, taskColumns } from './TaskColumns.tsx'
import { useAssignees, useReviewRule } from './task-choices.ts'
import { byProject, everyTask, mayStandUnder, taskLabel, turnFor } from './task-tree.ts'
import { activeFilters, useFolding } from './useFolding.ts'
import { useTaskEdits } from './useTaskEdits.ts'

// Loaded later: dialogs are large, and these are rarely used.
const ShortcutTable = lazyPart(() => import('./TreeShortcuts.tsx'), 'ShortcutTable')
const MoveTask = lazyDialog(() => import('./MoveTask.tsx'), 'MoveTask')
const BulkActions = lazyPart(() => import('../../ui/list/BulkActions.tsx'), 'BulkActions')

interface Names {
  projectName: (id: string) => string
  assigneeName: (id: string) => string
}

type Tasks = ReadonlyMap<string, TaskNode>

/** The selected tasks, limited to those on the screen, so that no action reaches a hidden task. */
function useChosen(list: List<TaskNode>, rows: TreeRow<TaskNode>[]) {
  const view = JSON.stringify(list.filters)
  const [state, setState] = useState<{ view: string; ids: ReadonlySet<string>; wasUsed: boolean }>(() => ({
    view,
    ids: new Set(),
    wasUsed: false,
  }))
  if (state.view !== view) setState({ ...state, view, ids: new Set() })
  const choose = (ids: ReadonlySet<string>) => setState({ view, ids, wasUsed: true })
  const { ids, wasUsed } = state
  const chosen = useMemo(
    () => (ids.size === 0 ? [] : rows.flatMap(({ item }) => (item && ids.has(item.id) ? [item] : []))),
    [rows, ids],
  )
  return { ids, choose, chosen, wasUsed }
}

/** Moving tasks, with messages for screen readers. */
function useMoves(list: List<TaskNode>, tasks: Tasks, unfold: (task: TaskNode) => void) {
  const edits = useTaskEdits()
  const may = useCan(moveTask)
  const [message, setMessage] = useState('')
  // A late message about a saved move must not replace one about a later move.
  const moveCount = useRef(0)
  const latestTasks = useRef(tasks)
  useEffect(() => {
    latestTasks.current = tasks
  })
  async function onMove({ item, name }: TreeRow<TaskNode>, { parentId, beforeId }: TreePlace) {
    if (!item) return
    moveCount.current += 1
    const ownMove = moveCount.current
    // At the top level, the row above is the heading of the project.
    const parent = tasks.get(parentId ?? '')
    if (parent) unfold(parent)
    const isDone = await edits.move(item, { parentId: parent?.id ?? null, beforeId })
    const now = latestTasks.current.get(item.id)
    if (isDone && now && ownMove === moveCount.current)
      setMessage(t('{task} moved to {number}', { task: name, number: now.hierarchyPath }))
  }
  const moves: TreeMoves<TaskNode> = {
    onMove,
    mayStand: ({ item }, parentId) => {
      const parent = tasks.get(parentId ?? '')
      const isInProject = parent !== undefined || parentId === null || parentId === item?.projectId
      return item !== null && isInProject && mayStandUnder(item, parent)
    },
    onRefused: ({ name }) => {
      moveCount.current += 1
      setMessage(t('{task} stays where it is: {reason}', { task: name, reason: translated(maxTaskLevelMessage) }))
    },
    blocked:
      activeFilters(list).length > 0
        ? t('Filters hide some tasks: clear all but the project to move tasks')
        : undefined,
  }
  return { moves: may ? moves : undefined, message }
}

const nobody = 'nobody'

/** The actions on several tasks at once. Rejecting is not one of them: each rejection has its own reason. */
function useBulk(): BulkAction<TaskNode>[] {
  const { options, nameOf } = useAssignees()
  const { refusal } = useReviewRule()
  const may = useCan(updateTask)
  if (!may) return []
  const status = changeStatusOfEach<TaskNode>(
    updateTask,
    'task',
    taskStatuses.filter((one) => one !== 'REJECTED'),
    { blocked: refusal },
  )
  return [
    { ...status, turn: turnFor },
    {
      label: t('Assign'),
      call: updateTask,
      choice: { label: t('Assign to'), options: [...options, { value: nobody, label: t('Nobody') }] },
      run: (task, choice) =>
        changeOne(updateTask, { id: task.id }, task, { assignedTo: choice === nobody ? null : choice }),
      done: (count, choice) => {
        const [name, who] = [counted(count, 'task'), choice === nobody ? t('Nobody') : nameOf(choice)]
        return t('{name}: assigned to {who}', { name, who })
      },
    },
  ]
}

/** On a phone, except in print. */
function useCards(): boolean {
  const isPaper = usePrinting()
  return usePhone() && !isPaper
}

export function TaskTree({ list, projectName, assigneeName }: { list: List<TaskNode> } & Names) {
  const navigate = useNavigate()
  const mayOpen = useCan(getTask)
  const [moving, setMoving] = useState<TaskNode | null>(null)
  const { rows, toggle, ...folding } = useFolding(list, projectName)
  const projects = useMemo(
    () => new Map([...byProject(list.all)].map(([id, tasks]) => [id, everyTask(tasks).length])),
    [list.all],
  )
  const tasks = useMemo(() => new Map(everyTask(list.all).map((task) => [task.id, task])), [list.all])
  const { moves, message } = useMoves(list, tasks, folding.unfold)
  const { ids, choose, chosen, wasUsed } = useChosen(list, rows)
  const bulk = useBulk()
  const mayCreate = useCan(createTask)
  const mayEdit = useCan(updateTask)
  const hasCards = useCards()
  const columns = useMemo(
    () => (hasCards ? taskCards : taskColumns)(assigneeName, { mayCreate, mayEdit, onMove: setMoving }),
    [hasCards, assigneeName, mayCreate, mayEdit],
  )
  const heading = useCallback(
    ({ id, name }: TreeRow<TaskNode>) => (
      <span>
        {name}{' '}
        <Text span size="xs" c="dimmed">
          {counted(projects.get(id) ?? 0, 'task')}
        </Text>
      </span>
    ),
    [projects],
  )

  return (
    <>
      <TreeBar stuck={chosen.length > 0}>
        {chosen.length === 0 && (
          <Text size="sm" role="status">
            {list.counted &&
              t('{tasks} in {projects}', {
                tasks: counted(tasks.size, 'task'),
                projects: counted(projects.size, 'project'),
              })}
          </Text>
        )}
        {wasUsed && (
          <BulkActions
            actions={bulk}
            chosen={chosen}
            nameOf={taskLabel}
            onChoose={(some) => choose(new Set(some.map(({ id }) => id)))}
          />
        )}
        <FoldingTools disabled={tasks.size === 0} {...folding} />
      </TreeBar>
      <VisuallyHidden role="status">{message}</VisuallyHidden>
      <TreeGrid
        caption={t('Tasks')}
        rows={rows}
        columns={columns}
        heading={heading}
        pending={list.pending}
        fetching={list.fetching}
        selection={bulk.length > 0 ? { ids, choose } : undefined}
        moves={moves}
        onToggle={toggle}
        onOpen={({ id }) => mayOpen && void navigate({ to: `/project-tasks/${id}` })}
      />
      {moving && <MoveTask task={moving} onClose={() => setMoving(null)} />}
    </>
  )
}

const levels = Array.from({ length: maxTaskLevel }, (_, level) => ({
  value: String(level),
  label: t('To level {level}', { level }),
}))

interface FoldingToolsProps extends Pick<ReturnType<typeof useFolding>, 'foldFrom' | 'expandAll' | 'collapseAll'> {
  disabled: boolean
}

/** The keys of the tree, behind a button. */
const ShortcutList = () => (
  <Popover position="bottom-end" shadow="md" returnFocus>
    <Popover.Target>
      <Button variant="default" size="xs" visibleFrom="xs">
        {t('Keyboard')}
      </Button>
    </Popover.Target>
    <Popover.Dropdown p="xs" bg="var(--surface)">
      <ShortcutTable />
    </Popover.Dropdown>
  </Popover>
)

function FoldingTools({ disabled, foldFrom, expandAll, collapseAll }: FoldingToolsProps) {
  return (
    <Group gap="xs" ml="auto" data-screen-only>
      <ShortcutList />
      <InputBase
        component="select"
        size="xs"
        aria-label={t('Show to level')}
        rightSection={<span aria-hidden>▾</span>}
        rightSectionPointerEvents="none"
        pointer
        value=""
        disabled={disabled}
        onChange={(event) => foldFrom(Number(event.currentTarget.value))}
      >
        <option value="" disabled>
          {t('To level…')}
        </option>
        {levels.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </InputBase>
      <Button variant="default" size="xs" disabled={disabled} onClick={expandAll}>
        {t('Expand all')}
      </Button>
      <Button variant="default" size="xs" disabled={disabled} onClick={collapseAll}>
        {t('Collapse all')}
      </Button>
    </Group>
  )
}
