import { currentUser } from './session.ts'
import { tabKeys } from './tab-keys.ts'

export type Values = Record<string, unknown>

/** Typed form values that could not be saved. */
export interface Draft {
  title: string
  /** When the draft was stored, in milliseconds. */
  at: number
  /** The fields that differ from the record, without passwords. */
  values: Values
}
type Drafts = Record<string, Draft>

const maxAge = 24 * 3600 * 1000

/** This user's drafts in this tab, by the address of their form. Erases another user's drafts unread. */
function draftsOf(userId: string | undefined): Drafts {
  const text = sessionStorage.getItem(tabKeys.drafts)
  if (text === null || userId === undefined) return {}
  const { owner, drafts } = JSON.parse(text) as { owner: string; drafts: Drafts }
  if (owner === userId)
    return Object.fromEntries(Object.entries(drafts).filter(([, { at }]) => Date.now() - at < maxAge))
  sessionStorage.removeItem(tabKeys.drafts)
  return {}
}

function storeDrafts(owner: string, drafts: Drafts): void {
  if (Object.keys(drafts).length === 0) sessionStorage.removeItem(tabKeys.drafts)
  else sessionStorage.setItem(tabKeys.drafts, JSON.stringify({ owner, drafts }))
}

/** Stores a draft for the user who typed it, under the address of its form. */
export function keepDraft(owner: string, path: string, draft: Draft): void {
  storeDrafts(owner, { ...draftsOf(owner), [path]: draft })
}

/** The signed-in user's drafts, by the address of their form. */
export const ownDrafts = (): Drafts => draftsOf(currentUser()?.id)

/** Erases one draft of the signed-in user, or all of them. */
export function forgetDrafts(path?: string): void {
  const user = currentUser()
  if (user) storeDrafts(user.id, Object.fromEntries(Object.entries(ownDrafts()).filter(([at]) => path && at !== path)))
}

const asText = (value: unknown) => JSON.stringify(value ?? '')

/** The fields that differ from the record that the form started from, never a password. */
export const changedFields = (values: Values, record: Values): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => !/password/i.test(name) && asText(value) !== asText(record[name]))
      .map(([name, value]) => [name, value ?? null]),
  )
