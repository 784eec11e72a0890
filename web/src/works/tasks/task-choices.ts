import {
  filterTasks,
  listAssignees,
  listTaskProjects,
  type Task,
  type TaskStatus,
  taskStatuses,
} from '@plinth/api/works/tasks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../lib/call.ts'
import { t } from '../../lib/language.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { useUser } from '../../lib/session.ts'
import { useCan } from '../../lib/useCan.ts'
import type { Tone } from '../../ui/shell/StatusBadge.tsx'

const usePeople = () =>
  useQuery({
    queryKey: endpointKey(listAssignees, {}),
    queryFn: ({ signal }) => call(listAssignees, {}, { signal }),
    enabled: useCan(listAssignees),
    // Several parts of one screen request them.
    staleTime: 10_000,
  })

/** The users that a task can be assigned to, as choices, and any user's name by id. */
export function useAssignees() {
  const { data, isPending } = usePeople()
  return useMemo(() => {
    const options = (data ?? []).map(({ id, username, designation }) => ({
      value: id,
      label: designation ? `${username}, ${designation}` : username,
    }))
    const names = new Map(data?.map(({ id, username }) => [id, username]))
    return { options, nameOf: (id: string) => names.get(id) ?? (isPending ? '…' : t('No longer active')) }
  }, [data, isPending])
}

const ownReview = t('You asked for this review yourself: somebody else approves or rejects it')

/** Whether the status decides a review. */
const isDecision = (status: TaskStatus) => status === 'APPROVED' || status === 'REJECTED'

/** The rule of reviews: users do not decide a review that they requested, as long as somebody else may decide it. */
export function useReviewRule() {
  const user = useUser()
  const { data } = usePeople()
  return useMemo(() => {
    const others = (data ?? []).filter(({ id, mayReview }) => mayReview && id !== user?.id)
    const isOwn = (task: Pick<Task, 'reviewRequestedBy'>) =>
      user !== null && task.reviewRequestedBy === user.id && others.length > 0
    return {
      /** Whether the user requested the review and somebody else has to decide it. */
      isOwn,
      deciders: others.map(({ username }) => username),
      /** The statuses that the user may give to the task, including its present one. */
      statusesFor: (task: Pick<Task, 'reviewRequestedBy' | 'status'>) =>
        isOwn(task) ? taskStatuses.filter((one) => one === task.status || !isDecision(one)) : taskStatuses,
      /** Why the user may not give the task this status; undefined if they may. */
      refusal: (task: Pick<Task, 'reviewRequestedBy'>, status: string) =>
        isOwn(task) && taskStatuses.some((one) => one === status && isDecision(one)) ? ownReview : undefined,
    }
  }, [user, data])
}
const nameless = (id: string) => t('Project …{id}', { id: id.slice(-6) })

/**
 * The projects as choices, and their names by id. Users who may not view projects still get those with tasks, shown by the end of
 * their ids instead of their names.
 */
export function useProjects() {
  const { data, isLoading } = useQuery({
    queryKey: endpointKey(listTaskProjects, {}),
    queryFn: ({ signal }) => call(listTaskProjects, {}, { signal }),
    enabled: useCan(listTaskProjects),
  })
  return useMemo(() => {
    const options = (data ?? []).map(({ id, projectName }) => ({ value: id, label: projectName ?? nameless(id) }))
    const names = new Map(options.map(({ value, label }) => [value, label]))
    return { options, isLoading, nameOf: (id: string) => names.get(id) ?? (isLoading ? '…' : nameless(id)) }
  }, [data, isLoading])
}

/** The whole tree of one project; not fetched without a project. */
export function useProjectTasks(projectId: string | null | undefined) {
  const input = { body: { projectId: projectId ?? null } }
  const may = useCan(filterTasks)
  return useQuery({
    queryKey: endpointKey(filterTasks, input),
    queryFn: ({ signal }) => call(filterTasks, input, { signal }),
    enabled: may && Boolean(projectId),
  })
}

export const taskTones: Record<TaskStatus, Tone> = {
  DRAFT: 'neutral',
  PLANNED: 'neutral',
  ASSIGNED: 'progress',
  INITIATED: 'progress',
  IN_PROGRESS: 'progress',
  ON_HOLD: 'warning',
  REOPENED: 'warning',
  UNDER_REVIEW: 'progress',
  COMPLETED: 'good',
  APPROVED: 'good',
  REJECTED: 'bad',
  TERMINATED: 'bad',
  CANCELLED: 'neutral',
}
