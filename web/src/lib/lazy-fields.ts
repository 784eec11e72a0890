import type { Kind } from '@plinth/api/kernel/kinds'
import { lazyScript } from './lazy-script.ts'

/** What the wire knows of a record's fields: their labels, in the order of the form, and their kinds. */
export interface RecordFields {
  labels: Record<string, string>
  kinds: Record<string, Kind>
}

/** Loads the fields of a record when they are shown. Rejects if their script does not arrive; the next call requests it again. */
export function lazyFields<M>(request: () => Promise<M>, read: (module: M) => RecordFields) {
  const script = lazyScript(request)
  return async (): Promise<RecordFields> => read(await script.load())
}
