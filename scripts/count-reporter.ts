import type { Reporter, TestModule, Vitest } from 'vitest/node'

/** Tells the script that started vitest how many tests passed, failed and were skipped. */
export default class CountReporter implements Reporter {
  onInit(vitest: Vitest) {
    // By itself vitest leaves at a signal without its global teardown, and a database would outlive it.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.removeAllListeners(signal)
      process.once(signal, () => {
        process.exitCode = 1
        void vitest.cancelCurrentRun('keyboard-input')
        void vitest.exit(true)
      })
    }
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    for (const module of modules) {
      counts.failed += module.errors().length
      for (const suite of module.children.allSuites()) counts.failed += suite.errors().length
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        counts[state === 'pending' ? 'skipped' : state] += 1
      }
    }
    process.send?.(counts)
  }
}
