import { isReplaced } from './lazy-script.ts'

const pauseMs = 1_000

const tasks: (() => unknown)[] = []

/** Runs a task once the page has nothing else to load. */
export const whenIdle = (task: () => unknown): void => void tasks.push(task)

/** Runs the tasks whenever the page is idle. Scripts that they load must be there: one that fails does not load again under its address. */
export function startIdleTasks(isIdle: () => boolean): void {
  async function look(): Promise<void> {
    if (tasks.length > 0 && isIdle()) {
      const replaced = await isReplaced().catch(() => undefined)
      if (replaced) return
      if (replaced === false) await runAll()
    }
    setTimeout(() => void look(), pauseMs)
  }
  setTimeout(() => void look(), pauseMs)
}

async function runAll(): Promise<void> {
  performance.mark('loading ahead')
  // One after the other, so that they do not compete with what the person does.
  for (const task of tasks.splice(0)) await Promise.resolve(task()).catch(() => undefined)
  performance.mark('loaded ahead')
}
