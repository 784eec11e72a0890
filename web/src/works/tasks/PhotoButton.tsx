import { isAllowed } from '@plinth/api/kernel/permissions'
import type { Task } from '@plinth/api/works/tasks'
import { whenIdle } from '../../lib/idle.ts'
import { t } from '../../lib/language.ts'
import { lazyScript } from '../../lib/lazy-script.ts'
import { useUser } from '../../lib/session.ts'
import { CameraButton } from '../../ui/form/CameraButton.tsx'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { taskLabel } from './task-tree.ts'

type LabelledTask = Pick<Task, 'id' | 'title' | 'hierarchyPath' | 'units'>

/** Whether the user may add photos to tasks. */
export function useMayPhotograph(): boolean {
  const user = useUser()
  return user !== null && isAllowed({ module: 'Project Tasks', can: 'canCreate' }, user.permissions)
}

// Fetched ahead of the first photo, but not needed to render the button.
const siteEntries = lazyScript(() => import('./site-entries.ts'))
whenIdle(siteEntries.load)

async function storePhoto(task: LabelledTask, photo: File): Promise<string | undefined> {
  const module = await siteEntries.load().catch(() => undefined)
  return module ? module.keepPhoto(task, photo) : t('The server cannot be reached. Check the connection and try again.')
}

/** Stores a photo of a task to be sent, and shows whether that worked. */
export async function takePhoto(task: LabelledTask, photo: File): Promise<boolean> {
  const fault = await storePhoto(task, photo)
  const about = { task: taskLabel(task) }
  if (fault) await alertFailure(t('The photo of {task} was not kept.', about), fault)
  else await alertSuccess(t('Photo of {task} taken', about))
  return fault === undefined
}

/** The button that takes a photo of a task. */
export const PhotoButton = ({ task, isWide = false }: { task: LabelledTask; isWide?: boolean }) => (
  <CameraButton
    label={t('Photo of {task}', { task: task.title })}
    isWide={isWide}
    onPhoto={(photo) => void takePhoto(task, photo)}
  />
)
