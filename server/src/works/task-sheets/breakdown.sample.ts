import type { taskInput } from '@plinth/api/works/tasks'
import type { input } from 'zod/v4/core'

/** The person of the sample company that a task is assigned to. */
export type Assignee = 'owner' | 'site'

/** A measured task: days count from today, progress is in per cent, and without an assignee the task is unassigned. */
export type Item = readonly [
  title: string,
  quantity: number,
  units: string,
  rate: number,
  start: number,
  end: number,
  progress: number,
  assignee?: Assignee,
]

/** A heading with the parts and items below it. */
export interface Part {
  title: string
  below: readonly (Part | Item)[]
}

export const part = (title: string, below: Part['below']): Part => ({ title, below })

/** Values of a task beyond its figures. */
export type Remark = Partial<input<typeof taskInput>>

export interface Breakdown {
  parts: readonly Part[]
  /** Keyed by the title of a task. */
  remarks: Readonly<Record<string, Remark>>
  /** How many days the work is behind its plan. */
  slip: number
}
