import { noteKinds } from '@plinth/api/documents/notes'
import * as z from 'zod/mini'
import { currentUser } from '../../lib/session.ts'
import { tabKeys } from '../../lib/tab-keys.ts'

const typed = z.object({ kind: z.enum(noteKinds), text: z.string(), happenedOn: z.nullable(z.string()) })
export type TypedNote = z.infer<typeof typed>

const stored = z.object({ owner: z.string(), notes: z.record(z.string(), typed) })

/** The notes that the signed-in user has typed in this tab and not added, by record. Another user's are not shown. */
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

/** Stores a typed note until it is added; an empty text removes it. */
export function keepTypedNote(recordId: string, note: TypedNote): void {
  const { [recordId]: _, ...others } = all()
  store(note.text.trim() === '' ? others : { ...others, [recordId]: note })
}
