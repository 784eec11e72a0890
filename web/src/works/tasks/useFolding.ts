import type { TaskNode } from '@plinth/api/works/tasks'
import { useCallback, useMemo, useReducer } from 'react'
import { plainText } from '../../lib/format.ts'
import { isUnset } from '../../lib/list-address.ts'
import { useUser } from '../../lib/session.ts'
import type { List } from '../../lib/useList.ts'
import type { TreeRow } from '../../ui/tree/TreeGridRow.tsx'
import {
  type Folding,
  foldedFrom,
  groupedRows,
  headingLevel,
  isFolded,
  levelOf,
  loadFolding,
  storeFolding,
  taskRows,
  unfolded,
  withToggled,
} from './task-tree.ts'

/** The filters besides the project. With any of them the tree opens unfolded, so that no match is hidden. */
export const activeFilters = ({ filters }: List<TaskNode>) =>
  Object.entries(filters).filter(([name, value]) => name !== 'projectId' && !isUnset(value))

const remembered = new Map<string, Folding>()

/**
 * The last folding of a tree by the user. It is stored for a project or for all of them; for a search it lasts until the page is
 * reloaded.
 */
function useStoredFolding(list: List<TaskNode>): [Folding, (next: (before: Folding) => Folding) => void] {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const userId = useUser()?.id ?? ''
  const tree = plainText(list.filters['projectId'])
  const asked = activeFilters(list)
  const key = JSON.stringify([userId, tree, asked])
  const isSearch = asked.length > 0
  let folding = remembered.get(key)
  if (!folding) {
    folding = isSearch ? unfolded : loadFolding(userId, tree)
    remembered.set(key, folding)
  }
  const fold = useCallback(
    (next: (before: Folding) => Folding) => {
      const folded = next(remembered.get(key) ?? unfolded)
      remembered.set(key, folded)
      if (!isSearch) storeFolding(userId, tree, folded)
      rerender()
    },
    [key, isSearch, userId, tree],
  )
  return [folding, fold]
}

/** The rows of the tree that are not folded away, with functions to fold and unfold. */
export function useFolding(list: List<TaskNode>, projectName: (id: string) => string) {
  const [folding, fold] = useStoredFolding(list)
  const tasks = list.all
  const ofOneProject = list.filters['projectId'] !== ''
  const rows = useMemo(
    () => (ofOneProject ? taskRows(tasks, folding) : groupedRows(tasks, projectName, folding)),
    [tasks, folding, ofOneProject, projectName],
  )
  const toggle = useCallback(({ id }: TreeRow<TaskNode>) => fold((before) => withToggled(before, id)), [fold])
  return {
    rows,
    toggle,
    unfold: (task: TaskNode) =>
      fold((before) => (isFolded(before, task.id, levelOf(task)) ? withToggled(before, task.id) : before)),
    /** Unfolds everything above this level and folds the rest. */
    foldFrom: (level: number) => fold(() => foldedFrom(level)),
    expandAll: () => fold(() => unfolded),
    collapseAll: () => fold(() => foldedFrom(headingLevel)),
  }
}
