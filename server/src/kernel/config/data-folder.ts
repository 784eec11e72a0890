import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'
import { type Config } from './config.ts'

const codeOf = (error: unknown) => String(Object(error).code ?? error)

const kindAt = (path: string) => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && (found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other')
}

/** The nearest existing ancestor of a path that is no folder, or the path itself; undefined if there is none. */
function obstacleOn(path: string): string | undefined {
  for (let at = path; ; at = dirname(at)) {
    try {
      const kind = kindAt(at)
      if (kind !== undefined) return kind === 'folder' ? undefined : at
    } catch (error) {
      // The path lies below a file, which the loop finds further up.
      if (codeOf(error) !== 'ENOTDIR') return undefined
    }
  }
}

/**
 * The reason why this account cannot create and read files in a folder, which is created if it is missing; undefined if
 * it can.
 */
function folderFault(path: string): string | undefined {
  const obstacle = obstacleOn(path)
  if (obstacle !== undefined) return obstacle === path ? 'which is no folder' : `but ${obstacle} is no folder`
  try {
    mkdirSync(path, { recursive: true })
  } catch (error) {
    return `which cannot be made (${codeOf(error)})`
  }
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return `where this account may not write (${codeOf(error)})`
  }
}

/** The reason why this account cannot write to an existing file; undefined if it can, or the file is missing. */
function fileFault(path: string): string | undefined {
  try {
    if (kindAt(path) === undefined) return undefined
    if (kindAt(path) !== 'file') return 'which is no file'
    accessSync(path, constants.R_OK | constants.W_OK)
    return undefined
  } catch (error) {
    return `which this account may not write (${codeOf(error)})`
  }
}

/**
 * Creates the data directory if it is missing, and checks whether the product can use its folders, with `logs` also its
 * log. Throws a StartError that names the setting at fault. The check writes nothing, so that a server can start for
 * reading on a full disk.
 */
export function openDataFolder({ dataDir, logFolder, databaseUrl, mail }: Config, { logs = true } = {}): void {
  const refuse = (path: string, fault: string | undefined, setting: string, remedy: string) => {
    if (fault !== undefined) throw new StartError(`${setting} leads to ${path}, ${fault}: ${remedy}.`)
  }
  refuse(dataDir, folderFault(dataDir), 'DATA_DIR', 'set it to a folder that this account may write to')
  const parts = { postgres: databaseUrl === undefined, files: true, mail: mail.smtpUrl === undefined }
  for (const [name, isUsed] of Object.entries(parts)) {
    const path = join(dataDir, name)
    if (isUsed && kindAt(path) !== undefined)
      refuse(path, folderFault(path), 'DATA_DIR', 'move it away, or set another DATA_DIR')
  }
  if (!logs || logFolder === undefined) return
  const [file, remedy] = [join(logFolder, 'server.log'), 'move it away, or set LOG=stdout']
  refuse(logFolder, folderFault(logFolder), 'LOG', remedy)
  refuse(file, fileFault(file), 'LOG', remedy)
}
