import type { Task } from '@plinth/api/works/tasks'
import { keepPhotoFor } from '../../documents/documents/outbox-photos.ts'
import { keepOperations } from '../../lib/outbox.ts'
import { newUuid } from '../../lib/uuid.ts'
import './outbox-channel.ts'
import { channelName } from './site-kept.ts'
import type { SiteEntry } from './site-standing.ts'
import { taskLabel } from './task-tree.ts'

type Named = Pick<Task, 'id' | 'title' | 'hierarchyPath' | 'units'>

const keptOf = ({ id, units, ...task }: Named, entry: SiteEntry | null) => ({
  taskId: id,
  label: taskLabel(task),
  units: units ?? null,
  entry,
})

/** Has what was entered sent, as soon as there is a line. Answers why it was not kept. */
export const keepEntries = (task: Named, entries: readonly SiteEntry[]): Promise<string | undefined> =>
  keepOperations(
    entries.map((entry) => ({ id: newUuid(), channel: channelName, kind: entry.kind, body: keptOf(task, entry) })),
  )

/** Keeps a photo of a task to be sent. Answers why it was not kept. */
export const keepPhoto = (task: Named, photo: File): Promise<string | undefined> =>
  keepPhotoFor({ channel: channelName, body: keptOf(task, null) }, photo)
