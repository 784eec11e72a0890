import type { Kind } from '@plinth/api/kernel/kinds'
import type { LateScript } from './scripts.ts'

/** What the wire knows of a record's fields: what they are called, in the order of the form, and of what kind they are. */
export interface RecordFields {
  labels: Record<string, string>
  kinds: Record<string, Kind>
}

/** Fields from a script that is fetched when they are shown. Fails where it does not come; the next time it is asked for anew. */
export const lateFields =
  <M>(script: LateScript<M>, read: (module: M) => RecordFields): (() => Promise<RecordFields>) =>
  async () => {
    await script.fetch()
    const { module, absence } = script.now()
    if (module !== undefined) return read(module)
    script.forget()
    throw new Error(absence)
  }
