import { resolve } from 'node:path'
import { readConfig } from '../kernel/config/config.ts'
import { openDataFolder } from '../kernel/config/data-folder.ts'
import { openStorage } from '../kernel/files/storage-s3.ts'
import { type Manifest, readBackupOrder, readRestoreOrder } from '../platform/backup/archive.rules.ts'
import { backUp } from '../platform/backup/backup.queries.ts'
import { restore } from '../platform/backup/restore.queries.ts'
import { openAdmin } from './installation.ts'
import { counted, say } from './output.ts'
import { stopAll } from './running.ts'

/** The content of a backup in a few words. */
function contentOf({ tables, documents: { documents, files, bytes } }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const packed = tables.reduce((sum, table) => sum + table.bytes, 0)
  return `${counted(rows, 'row')} of ${counted(tables.length, 'table')} (${packed} bytes packed), ${counted(documents, 'document')} in ${counted(files, 'file')} of ${counted(bytes, 'byte')}`
}

/** Copies the whole installation into a folder of its own; the product may be serving meanwhile. */
export async function takeBackup(args: string[]): Promise<void> {
  const { folder, keep } = readBackupOrder(args)
  const config = readConfig()
  const admin = await openAdmin(config, { mustExist: true })
  const taken = await backUp({ admin, storage: await openStorage(config), folder: resolve(folder), keep, config })
  const { path, faults, removed, reread } = taken
  for (const fault of faults) say(fault)
  say(`Backup ${path}: ${contentOf(taken)}.`)
  say(
    `Read again: ${counted(reread.backups, 'backup')} before it, ${counted(reread.contents, 'content')} of ${counted(reread.bytes, 'byte')}; ${counted(faults.length, 'fault')}.`,
  )
  if (faults.length > 0 && keep !== undefined) say('Nothing was removed, since not everything is as it should be.')
  if (removed > 0) say(`${counted(removed, 'older backup')} removed.`)
  await stopAll()
  process.exitCode = faults.length > 0 ? 1 : 0
}

/** Restores a backup into an empty installation. */
export async function restoreBackup(args: string[]): Promise<void> {
  const { from, ...how } = readRestoreOrder(args)
  const config = readConfig()
  const openTarget = async () => {
    openDataFolder(config, { logs: false })
    return { admin: await openAdmin(config), storage: await openStorage(config) }
  }
  const done = await restore({ openTarget, from: resolve(from), ...how, config })
  const leftOut = done.leftOut > 0 ? ` ${counted(done.leftOut, 'file')} of documents left out.` : ''
  say(`Restored the backup of ${done.moment}: ${contentOf(done)}.${leftOut} It can be started now.`)
  await stopAll()
  process.exitCode = done.leftOut > 0 ? 1 : 0
}
