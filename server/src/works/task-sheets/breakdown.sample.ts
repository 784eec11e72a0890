import type { taskInput } from '@plinth/api/works/tasks'
import type { input } from 'zod/v4/core'

/** Who of the sample company a task is assigned to. */
export type Assignee = 'owner' | 'site'

/** What is measured: days count from today, per cent say how far it is; nobody is assigned where none is named. */
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

/** A heading with what stands below it. */
export interface Part {
  title: string
  below: readonly (Part | Item)[]
}

export const part = (title: string, below: Part['below']): Part => ({ title, below })

/** What there is to say of a task beyond its figures. */
export type Remark = Partial<input<typeof taskInput>>

export interface Breakdown {
  parts: readonly Part[]
  /** By the title of a task. */
  remarks: Readonly<Record<string, Remark>>
  /** How many days the work runs behind what was planned. */
  slip: number
}
