import { taskStatuses } from '@plinth/api/works/tasks'
import * as z from 'zod/mini'
import { currentUser } from '../../lib/session.ts'
import { tabKeys } from '../../lib/tab-keys.ts'

/** The typed values of a task, where the quantity may not be a number yet. */
const typedValues = z.partial(
  z.object({
    quantity: z.nullable(z.union([z.number(), z.string()])),
    progress: z.number(),
    status: z.enum(taskStatuses),
    note: z.string(),
  }),
)
type TypedValues = z.infer<typeof typedValues>

const stored = z.object({ owner: z.string(), typed: z.record(z.string(), typedValues) })

/** The values that this user typed in this tab and has not saved, by task; another user's are not shown. */
function all(): Record<string, TypedValues> {
  const { data } = stored.safeParse(JSON.parse(sessionStorage.getItem(tabKeys.site) ?? 'null'))
  return data && data.owner === currentUser()?.id ? data.typed : {}
}

function store(typed: Record<string, TypedValues>): void {
  const owner = currentUser()?.id
  if (!owner || Object.keys(typed).length === 0) sessionStorage.removeItem(tabKeys.site)
  else sessionStorage.setItem(tabKeys.site, JSON.stringify({ owner, typed }))
}

export const typedOf = (taskId: string): TypedValues => all()[taskId] ?? {}
export const storeTyped = (taskId: string, typed: TypedValues): void => store({ ...all(), [taskId]: typed })

export function forgetTyped(taskId: string): void {
  const { [taskId]: _, ...others } = all()
  store(others)
}
