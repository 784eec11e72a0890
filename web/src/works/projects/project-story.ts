import type { Project } from '@plinth/api/works/projects'
import { counted, dayText, roundPercent, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { StoryStep } from '../../ui/record/RecordStory.tsx'
import { dueDayOf, isOver } from './project-next.ts'

type Case = Pick<
  Project,
  | 'id'
  | 'status'
  | 'contractId'
  | 'contractBidId'
  | 'givenStartDate'
  | 'actualStartDate'
  | 'actualEndDate'
  | 'givenEndDate'
> &
  Pick<Project, 'rollup'>

function start(project: Case): StoryStep {
  const { givenStartDate, actualStartDate, rollup } = project
  const startedOn = actualStartDate ?? rollup?.actualStartDate
  if (startedOn) return { label: t('Start'), detail: dayText(startedOn), state: 'done', hash: 'facts' }
  const detail = givenStartDate ? t('planned {day}', { day: dayText(givenStartDate) }) : t('No start date')
  return { label: t('Start'), detail, state: 'now', hash: 'facts' }
}

function tasks({ id, rollup, status }: Case): StoryStep {
  const label = t('Tasks')
  const link = { to: '/project-tasks/list', search: { projectId: id } }
  if (!rollup) return { label, detail: t('None yet'), state: isOver({ status }) ? 'missing' : 'now', hash: 'tasks' }
  const detail = t('{tasks}, {percent} done', {
    tasks: counted(rollup.tasks, 'task'),
    percent: roundPercent(rollup.progress),
  })
  return { label, detail, state: rollup.progress === 100 ? 'done' : 'now', ...link }
}

function completion(project: Case): StoryStep {
  const { status, actualEndDate, rollup, id } = project
  const label = t('Completion')
  const edit = { to: `/projects/${id}/edit`, hash: 'field-actualEndDate' }
  const end = actualEndDate ?? rollup?.actualEndDate
  const due = dueDayOf(project)
  if (!isOver(project))
    return { label, detail: due ? t('due {day}', { day: dayText(due) }) : '', state: 'ahead', ...edit }
  const day = end ? dayText(end) : t('No end date')
  const detail = status === 'COMPLETED' ? day : `${words(status)}, ${day}`
  return { label, detail, state: end ? 'done' : 'missing', ...edit }
}

/** The story of a project; its contract is included for users who may see it. */
export function storyOfProject(project: Case, maySeeContract: boolean): StoryStep[] {
  const { contractId, contractBidId } = project
  const contract: StoryStep[] =
    contractId && maySeeContract
      ? [
          {
            label: t('Contract'),
            detail: contractBidId ?? t('No number yet'),
            state: 'done',
            to: `/contracts/${contractId}`,
          },
        ]
      : []
  return [...contract, start(project), tasks(project), completion(project)]
}
