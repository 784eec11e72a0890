import { taskStatuses } from '@plinth/api/works/tasks'
import * as z from 'zod/mini'
import { currentUser } from '../../lib/session.ts'
import { tabKeys } from '../../lib/tab-keys.ts'

/** What is typed may be no number yet. */
const kept = z.partial(
  z.object({
    quantity: z.nullable(z.union([z.number(), z.string()])),
    progress: z.number(),
    status: z.enum(taskStatuses),
    note: z.string(),
  }),
)
type Kept = z.infer<typeof kept>

const stored = z.object({ owner: z.string(), typed: z.record(z.string(), kept) })

/** By task: what this person has typed in this tab and not saved. Somebody else's is not shown. */
function all(): Record<string, Kept> {
  const { data } = stored.safeParse(JSON.parse(sessionStorage.getItem(tabKeys.site) ?? 'null'))
  return data && data.owner === currentUser()?.id ? data.typed : {}
}

function store(typed: Record<string, Kept>): void {
  const owner = currentUser()?.id
  if (!owner || Object.keys(typed).length === 0) sessionStorage.removeItem(tabKeys.site)
  else sessionStorage.setItem(tabKeys.site, JSON.stringify({ owner, typed }))
}

export const typedOf = (taskId: string): Kept => all()[taskId] ?? {}
export const keepTypedOf = (taskId: string, typed: Kept): void => store({ ...all(), [taskId]: typed })

export function forgetTyped(taskId: string): void {
  const { [taskId]: _, ...others } = all()
  store(others)
}
