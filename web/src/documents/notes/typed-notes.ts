import { noteKinds } from '@plinth/api/documents/notes'
import * as z from 'zod/mini'
import { currentUser } from '../../lib/session.ts'
import { tabKeys } from '../../lib/tab-keys.ts'

const typed = z.object({ kind: z.enum(noteKinds), text: z.string(), happenedOn: z.nullable(z.string()) })
export type TypedNote = z.infer<typeof typed>

const stored = z.object({ owner: z.string(), notes: z.record(z.string(), typed) })

/** By record: the note that this person has typed in this tab and not added. Somebody else's is not shown. */
function all(): Record<string, TypedNote> {
  const { data } = stored.safeParse(JSON.parse(sessionStorage.getItem(tabKeys.notes) ?? 'null'))
  return data && data.owner === currentUser()?.id ? data.notes : {}
}

function store(notes: Record<string, TypedNote>): void {
  const owner = currentUser()?.id
  if (!owner) return
  if (Object.keys(notes).length === 0) sessionStorage.removeItem(tabKeys.notes)
  else sessionStorage.setItem(tabKeys.notes, JSON.stringify({ owner, notes }))
}

export const typedNoteOf = (recordId: string): TypedNote | undefined => all()[recordId]

/** Keeps what is typed, as long as there is a text. */
export function keepTypedNote(recordId: string, note: TypedNote): void {
  const { [recordId]: _, ...others } = all()
  store(note.text.trim() === '' ? others : { ...others, [recordId]: note })
}
