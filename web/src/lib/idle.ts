import { isReplaced } from './lazy-script.ts'

const pauseMs = 1_000
const pauseWithoutServerMs = 30_000

const tasks: (() => unknown)[] = []
let isIdle: (() => boolean) | undefined
let timer: ReturnType<typeof setTimeout> | undefined

function schedule(afterMs: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void runIfIdle(), afterMs)
}

async function runIfIdle(): Promise<void> {
  if (tasks.length === 0 || !isIdle) return
  if (!isIdle()) return schedule(pauseMs)
  // A script that fails now does not load again under its address, and those of another build are gone.
  const replaced = await isReplaced().catch(() => undefined)
  if (replaced === undefined) return schedule(pauseWithoutServerMs)
  if (replaced) return
  performance.mark('loading ahead')
  // One after the other, so that they do not compete with what the person does.
  for (const task of tasks.splice(0)) {
    try {
      await task()
    } catch {
      // It is tried again when it is needed.
    }
  }
  performance.mark('loaded ahead')
  schedule(pauseMs)
}

/** Runs a task once the page has nothing else to load. */
export function whenIdle(task: () => unknown): void {
  tasks.push(task)
  if (isIdle) schedule(pauseMs)
}

/** Runs the tasks whenever the page is idle. */
export function startIdleTasks(isPageIdle: () => boolean): void {
  isIdle = isPageIdle
  schedule(pauseMs)
}
