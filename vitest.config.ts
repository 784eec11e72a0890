import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const second = 1000

/** Begun last, it would have one of two workers go idle for minutes. */
const longest = 'screens.spec.ts'

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => Number(!moduleId.endsWith(longest))
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    maxConcurrency: 2,
    // What has a database or a browser to stop is stopped, and takes its time on a busy machine.
    teardownTimeout: 30 * second,
    projects: [
      { test: { name: 'conventions', include: ['conventions/**/*.test.ts'] } },
      { test: { name: 'api', include: ['api/src/**/*.test.ts'] } },
      { test: { name: 'web', include: ['web/src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: './server/src/kernel/testing-setup.ts',
          // No suite leaves anything behind in a module, so each worker reads the server in but once.
          isolate: false,
          testTimeout: 30 * second,
          hookTimeout: 60 * second,
        },
      },
      {
        test: {
          name: 'local-postgres',
          include: ['local-postgres/src/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 120 * second,
          hookTimeout: 120 * second,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.{spec,test}.ts'],
          // It tests nothing: `npm run pictures` draws what README shows.
          exclude: ['**/node_modules/**', ...(process.env['PICTURES'] ? [] : ['e2e/pictures.spec.ts'])],
          globalSetup: './e2e/src/setup.ts',
          sequence: { groupOrder: 2 },
          testTimeout: 90 * second,
          hookTimeout: 120 * second,
        },
      },
    ],
  },
})
