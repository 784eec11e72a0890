import type { Task } from '@plinth/api/works/tasks'
import { keepPhotoFor } from '../../documents/documents/outbox-photos.ts'
import { keepOperations } from '../../lib/outbox.ts'
import { newUuid } from '../../lib/uuid.ts'
import './outbox-channel.ts'
import { channelName } from './site-kept.ts'
import type { SiteEntry } from './site-standing.ts'
import { taskLabel } from './task-tree.ts'

type LabelledTask = Pick<Task, 'id' | 'title' | 'hierarchyPath' | 'units'>

const contentOf = ({ id, units, ...task }: LabelledTask, entry: SiteEntry | null) => ({
  taskId: id,
  label: taskLabel(task),
  units: units ?? null,
  entry,
})

/** Stores entries on this device, to be sent as soon as there is a connection. Returns the reason if that failed. */
export const keepEntries = (task: LabelledTask, entries: readonly SiteEntry[]): Promise<string | undefined> =>
  keepOperations(
    entries.map((entry) => ({ id: newUuid(), channel: channelName, kind: entry.kind, body: contentOf(task, entry) })),
  )

/** Stores a photo of a task to be sent. Returns the reason if that failed. */
export const keepPhoto = (task: LabelledTask, photo: File): Promise<string | undefined> =>
  keepPhotoFor({ channel: channelName, body: contentOf(task, null) }, photo)
