import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { seed } from './server/src/kernel/testing/seed.ts'

process.stdout.write(`SEED=${seed}\n`)

const second = 1000

/** The longest first: begun last, one of them would have one of two workers go idle meanwhile. */
const longest = [
  'walks/screens-elsewhere.spec.ts',
  'walks/screens-contracts.spec.ts',
  'walks/screens-administration.spec.ts',
  'walks/refusals.spec.ts',
  'walks/conformance.spec.ts',
  'walks/shell-offline.spec.ts',
  'walks/administration.spec.ts',
  'walks/bulk-upload.spec.ts',
  'walks/public.spec.ts',
  'walks/loading.spec.ts',
  'walks/document-store.spec.ts',
  'nets/access-matrix.test.ts',
  'nets/company-days.test.ts',
  'nets/one-company.test.ts',
  'print/print.test.ts',
  'nets/exports.test.ts',
  'dashboard/dashboard.test.ts',
  'contract-imports/contract-imports.test.ts',
  'e2e/app/shell.spec.ts',
  'e2e/documents/documents.spec.ts',
  'e2e/tenders/dashboard.spec.ts',
  'e2e/works/tasks.spec.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(name))
      return at < 0 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

/** Tests of the whole product in a real browser. */
const inBrowser = (name: string, include: string[], exclude: string[] = []) => ({
  test: {
    name,
    include,
    exclude: ['**/node_modules/**', ...exclude],
    globalSetup: './e2e/src/setup.ts',
    setupFiles: ['./e2e/src/last-seen.ts', './e2e/src/tidy.ts'],
    // As with the server: nor does a spec leave anything behind but the browser, which each worker starts but once.
    isolate: false,
    // A browser waits a fifth of its time: a third one works meanwhile.
    maxWorkers: 3,
    sequence: { groupOrder: 2 },
    testTimeout: 90 * second,
    hookTimeout: 120 * second,
  },
})

const survives = (name: string, groupOrder: number, include: string[], exclude: string[] = []) => ({
  test: {
    name: `survive-${name}`,
    include,
    exclude: ['**/node_modules/**', ...exclude],
    fileParallelism: false,
    sequence: { groupOrder },
    testTimeout: 3_600 * second,
    hookTimeout: 300 * second,
  },
})

/** The journeys that every change passes, one or two of each room; `npm run walks` runs the others. */
const everyChange = [
  'access/auth',
  'app/journey',
  'app/list-bar',
  'app/phone',
  'app/today',
  'deposits/settlements',
  'money/agreements',
  'money/parties',
  'reminders/reminder-rules',
  'tenders/contracts',
  'tenders/offices',
  'works/general-tasks',
  'works/tasks',
].map((name) => `e2e/${name}.spec.ts`)

const floods = ['survive/abuse.test.ts', 'survive/flood.test.ts']
const kills = ['crash', 'disk-full', 'first-boot', 'power-cut', 'stop'].map((name) => `survive/${name}.test.ts`)
/**
 * Tests of the server that take long: kills at every step, random histories, broken connections, wrong values in every
 * field, the largest sheets and pictures, migrations of old rows, and the sample company. `npm run survive` runs them.
 */
const long = 'server/src/**/*.long.test.ts'
/** What founds, starts, upgrades, saves and restores whole installations. */
const installations = [
  'server/src/main.test.ts',
  'server/src/platform/backup/*.test.ts',
  ...['config/data-folder', 'db/database-roles', 'db/migrate', 'db/upgrade', 'log/log-target'].map(
    (name) => `server/src/kernel/${name}.test.ts`,
  ),
]
/** Properties of fast-check draw from the seed of the run. */
const seeded = { setupFiles: './server/src/kernel/testing/seed-properties.ts' }
/** A suite of the server: it has a database of its own on the one server of its run. */
const onServer = {
  ...seeded,
  globalSetup: './server/src/kernel/testing/setup.ts',
  // No suite leaves anything behind in a module, so each worker reads the server in but once.
  isolate: false,
  testTimeout: 30 * second,
  hookTimeout: 60 * second,
  // What comes by itself comes late on a busy machine.
  expect: { poll: { timeout: 20 * second } },
}
// `npm run survive -- --long` alone has the time for it.
const soak = process.env['SURVIVE'] === 'long' ? [] : ['survive/soak.test.ts']

/**
 * One file of each at a time: they kill, flood and fill disks. What kills waits far more than it works and may run beside
 * the storms, but nothing beside the floods, in which others are to be served.
 */
const survive = [
  survives('floods', 3, floods),
  survives('storms', 4, ['survive/**/*.test.ts'], [...floods, ...kills, ...soak]),
  // One round of each kind, as part of the gate.
  survives(
    'short',
    3,
    ['crash', 'power-cut', 'flood'].map((name) => `survive/${name}.test.ts`),
  ),
  survives('kills', 5, kills),
]

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    maxConcurrency: 2,
    // What has a database or a browser to stop is stopped, and takes its time on a busy machine.
    teardownTimeout: 30 * second,
    projects: [
      { test: { name: 'conventions', include: ['conventions/**/*.test.ts'], testTimeout: 30 * second } },
      { test: { ...seeded, name: 'api', include: ['api/src/**/*.test.ts'], isolate: false, testTimeout: 30 * second } },
      { test: { ...seeded, name: 'web', include: ['web/src/**/*.test.ts'], isolate: false, testTimeout: 30 * second } },
      {
        test: {
          ...onServer,
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          exclude: ['**/node_modules/**', long, ...installations],
        },
      },
      { test: { ...onServer, name: 'long', include: [long], testTimeout: 300 * second, sequence: { groupOrder: 7 } } },
      { test: { ...onServer, name: 'installations', include: installations, sequence: { groupOrder: 6 } } },
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
      inBrowser('e2e', everyChange),
      // `pictures.spec.ts` tests nothing: `npm run pictures` draws what README and docs show.
      inBrowser(
        'journeys',
        ['e2e/*/*.{spec,test}.ts'],
        [...everyChange, 'e2e/walks/**', ...(process.env['PICTURES'] ? [] : ['e2e/app/pictures.spec.ts'])],
      ),
      inBrowser('walks', ['e2e/walks/*.spec.ts']),
      ...survive,
    ],
  },
})
