import { relative } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'

export interface FileResult {
  project: string
  /** The path from the root of the repository. */
  file: string
  passed: number
  /** Failed tests, and errors outside any test. */
  failed: number
  skipped: number
  /** Titles of the failed tests, with those of the suites around them. */
  failedTests: string[]
}

function resultOf(module: TestModule): FileResult {
  const failedTests: string[] = []
  const result = { passed: 0, failed: module.errors().length, skipped: 0, failedTests }
  for (const suite of module.children.allSuites()) result.failed += suite.errors().length
  for (const test of module.children.allTests()) {
    const { state } = test.result()
    result[state === 'pending' ? 'skipped' : state] += 1
    if (state === 'failed') failedTests.push(test.fullName)
  }
  return { project: module.project.name, file: relative(process.cwd(), module.moduleId), ...result }
}

/** The file in which an unhandled error arose, if vitest knows it. */
const fileOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'VITEST_TEST_PATH' in error
    ? relative(process.cwd(), String(error.VITEST_TEST_PATH))
    : undefined

/** Sends the results of each file, and the number of errors that belong to none, to the script that started vitest. */
export default class CountReporter implements Reporter {
  onInit(vitest: Vitest) {
    // By default vitest exits at a signal without its global teardown, and a database would outlive it.
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
    const files = modules.map(resultOf)
    let errors = 0
    for (const error of unhandledErrors) {
      const file = files.find(({ file: name }) => name === fileOf(error))
      if (file) file.failed += 1
      else errors += 1
    }
    process.send?.({ files, errors })
  }
}
