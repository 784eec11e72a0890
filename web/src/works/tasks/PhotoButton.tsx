import { isAllowed } from '@plinth/api/kernel/permissions'
import type { Task } from '@plinth/api/works/tasks'
import { t } from '../../lib/language.ts'
import { fetchAhead, lateScript } from '../../lib/scripts.ts'
import { useUser } from '../../lib/session.ts'
import { CameraButton } from '../../ui/form/CameraButton.tsx'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { taskLabel } from './task-tree.ts'

type Named = Pick<Task, 'id' | 'title' | 'hierarchyPath' | 'units'>

/** Whether the person may add photos to tasks. */
export function useMayPhotograph(): boolean {
  const user = useUser()
  return user !== null && isAllowed({ module: 'Project Tasks', can: 'canCreate' }, user.permissions)
}

// Fetched ahead of the first photo: nothing of it is needed to show a button.
const keeping = lateScript(() => import('./site-entries.ts'))
fetchAhead(keeping.fetch)

async function faultOf(task: Named, photo: File): Promise<string | undefined> {
  await keeping.fetch()
  const { module } = keeping.now()
  keeping.forget()
  return module ? module.keepPhoto(task, photo) : t('The server cannot be reached. Check the connection and try again.')
}

/** Keeps a photo of a task to be sent, and tells what became of it. */
export async function takePhoto(task: Named, photo: File): Promise<boolean> {
  const fault = await faultOf(task, photo)
  const about = { task: taskLabel(task) }
  if (fault) await alertFailure(t('The photo of {task} was not kept.', about), fault)
  else await alertSuccess(t('Photo of {task} taken', about))
  return fault === undefined
}

/** Takes a photo of a task. */
export const PhotoButton = ({ task, isWide = false }: { task: Named; isWide?: boolean }) => (
  <CameraButton
    label={t('Photo of {task}', { task: task.title })}
    isWide={isWide}
    onPhoto={(photo) => void takePhoto(task, photo)}
  />
)
