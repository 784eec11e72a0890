import { AppError } from '../errors.ts'
import { warnOperator } from '../start-error.ts'
import { storeAway, storeFull } from './storage.ts'

/** The code of an error of Node or of the system; empty if it has none. */
export const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

const full = new Set(['ENOSPC', 'EDQUOT'])

/** Turns an error of the disk into a refusal of the store, and warns the operator, because only they can mend it. */
export function faultOfDisk(error: unknown): unknown {
  const code = codeOf(error)
  if (error instanceof AppError || code === '' || code.startsWith('ERR_')) return error
  if (full.has(code)) return storeFull()
  warnOperator(`The document store: ${error instanceof Error ? error.message : code}.`)
  return storeAway()
}
