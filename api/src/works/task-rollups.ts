import * as z from 'zod/mini'
import * as f from '../kernel/fields.ts'

/**
 * The totals of the live tasks directly below a project or a task, each with everything below it. A task with sub-tasks passes on
 * their figure, and its own only where they have none (0, or no date; for progress: where no sub-task counts). A cancelled task
 * counts with what was spent, not with what was planned. Amounts are in rupees with tax, efforts in hours.
 */
export const taskRollup = z.object({
  /** The number of tasks directly below. */
  tasks: z.int(),
  estimatedAmount: f.total,
  actualAmount: f.total,
  estimatedEffortHours: f.total,
  actualEffortHours: f.total,
  /** Per cent, weighted by estimated amounts, without amounts by estimated hours, and without hours equally. */
  progress: z.number(),
  givenStartDate: z.nullable(f.day),
  givenEndDate: z.nullable(f.day),
  actualStartDate: z.nullable(f.day),
  /** Null until every task below has ended. */
  actualEndDate: z.nullable(f.day),
})
