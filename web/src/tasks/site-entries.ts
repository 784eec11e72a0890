import type { Task } from '@plinth/api/tasks'
import { t } from '../lib/language.ts'
import { outbox } from '../lib/outbox.ts'
import { bytesOf, type Operation, photoRoom } from '../lib/outbox-rules.ts'
import { newUuid } from '../lib/uuid.ts'
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

/** Has what was entered sent, as soon as there is a line. */
export async function keepEntries(task: Named, entries: readonly SiteEntry[]): Promise<void> {
  await outbox()?.add(
    entries.map((entry) => ({ id: newUuid(), channel: channelName, kind: entry.kind, body: keptOf(task, entry) })),
  )
}

const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`

/** Why a photo is not kept; undefined for one that is. */
export function photoFault(photo: Blob, operations: readonly Operation[]): string | undefined {
  if (!photo.type.startsWith('image/')) return t('This is no picture.')
  if (photo.size > photoRoom.each)
    return t('A photo may have {most}. Take it with a lower resolution.', { most: megabytes(photoRoom.each) })
  if (bytesOf(operations) + photo.size > photoRoom.together)
    return t('Photos of {most} wait on this device already. Send them first.', { most: megabytes(photoRoom.together) })
  return undefined
}

/** Keeps a photo of a task to be sent. Answers why it was not kept. */
export async function keepPhoto(task: Named, photo: File): Promise<string | undefined> {
  const box = outbox()
  if (!box) return t('Your session has ended. Please sign in again.')
  const fault = photoFault(photo, box.operations())
  if (fault) return fault
  try {
    await box.add([{ id: newUuid(), channel: channelName, kind: 'PHOTO', body: keptOf(task, null), file: photo }])
    return undefined
  } catch {
    return t('There is no room on this device to keep it.')
  }
}
