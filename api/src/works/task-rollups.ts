import * as z from 'zod/mini'
import * as f from '../kernel/fields.ts'

/**
 * What the live tasks directly below a project or a task come to, each with all that is below it. A task with sub-tasks passes on their figure,
 * and its own only where they have none (0, or no day; for progress: where none of them counts). A cancelled task counts for
 * what was spent, not for what was planned. Amounts are in rupees with tax, efforts in hours.
 */
export const taskRollup = z.object({
  /** How many tasks are directly below. */
  tasks: z.int(),
  estimatedAmount: f.total,
  actualAmount: f.total,
  estimatedEffortHours: f.total,
  actualEffortHours: f.total,
  /** Per cent, weighted by estimated amounts; by estimated hours where there are none; else every task alike. */
  progress: z.number(),
  givenStartDate: z.nullable(f.day),
  givenEndDate: z.nullable(f.day),
  actualStartDate: z.nullable(f.day),
  /** Empty until every task below has ended. */
  actualEndDate: z.nullable(f.day),
})
