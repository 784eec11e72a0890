import { basename } from 'node:path'
import { expect, test } from 'vitest'
import {
  codeUnder,
  foldersIn,
  importsOf,
  isTest,
  isTestSupport,
  offences,
  paths,
  type SourceFile,
  textOf,
} from './source.ts'

/** No slices: they have no call of their own. */
const outsideServer = ['backup', 'commands', 'kernel', 'sample']
const outsideWeb = ['app', 'ui', 'lib', 'languages']
/** Slices without a call of their own. */
const webOnly = ['bid-check', 'measure', 'pages']
const sharedInWeb = [
  'web/src/app/links.ts',
  'web/src/app/sidebar-entry.ts',
  'web/src/app/slice-links.ts',
  'web/src/app/slice.ts',
  'web/src/app/today-card.ts',
  'web/src/app/TodayCards.tsx',
  'web/src/account/AccountForm.tsx',
  'web/src/agreements/AgreementRows.tsx',
  'web/src/agreements/agreement-words.ts',
  'web/src/account/Proof.tsx',
  'web/src/bank-facilities/FacilityField.tsx',
  'web/src/bank-facilities/FacilityFilter.tsx',
  'web/src/bank-facilities/useFacilities.ts',
  'web/src/bank-facilities/useFacilityOptions.ts',
  'web/src/bank-facilities/facility-name.ts',
  'web/src/bank-letters/BankLetterAct.tsx',
  'web/src/bg-plans/plan-words.ts',
  'web/src/bill-heads/Memorandum.tsx',
  'web/src/bill-heads/TermsFaults.tsx',
  'web/src/bill-heads/heads-path.ts',
  'web/src/bill-heads/line-labels.ts',
  'web/src/bills/BillOfSheet.tsx',
  'web/src/bills/BillsOfAgreement.tsx',
  'web/src/bills/bill-words.ts',
  'web/src/bills/useBillsOfAgreement.ts',
  'web/src/bid-check/BidCheck.tsx',
  'web/src/bid-check/useBidCheck.ts',
  'web/src/calendar-feeds/CalendarFeeds.tsx',
  'web/src/calendar-feeds/UserFeeds.tsx',
  'web/src/deposit-exemptions/ExemptPurposes.tsx',
  'web/src/deposit-exemptions/ExemptionsOfContract.tsx',
  'web/src/deposit-exemptions/useExemptions.ts',
  'web/src/deposits/ContractDeposits.tsx',
  'web/src/deposits/DepositColumns.tsx',
  'web/src/deposits/OwnerFilter.tsx',
  'web/src/deposits/RecordDeposit.tsx',
  'web/src/deposits/RepeatGuard.tsx',
  'web/src/deposits/deposit-standing.ts',
  'web/src/deposits/test-deposit.ts',
  'web/src/documents/DocumentPanel.tsx',
  'web/src/documents/DocumentView.tsx',
  'web/src/documents/outbox-photos.ts',
  'web/src/measure/sheet-words.ts',
  'web/src/tenants/TenantPicker.tsx',
  'web/src/tenants/useTenant.ts',
  'web/src/contracts/contract-types.ts',
  'web/src/contracts/figure-link.ts',
  'web/src/contracts/BidFields.tsx',
  'web/src/contracts/ContractChoice.tsx',
  'web/src/contracts/ContractPanel.tsx',
  'web/src/contracts/ContractReference.tsx',
  'web/src/contracts/LicenseFields.tsx',
  'web/src/contract-imports/ImportFailures.tsx',
  'web/src/contract-imports/UploadForm.tsx',
  'web/src/general-tasks/new-task-address.ts',
  'web/src/guarantee-headroom/DayTable.tsx',
  'web/src/guarantee-headroom/limit-words.ts',
  'web/src/instruments/CompleteLink.tsx',
  'web/src/instruments/InstrumentCard.tsx',
  'web/src/instruments/InstrumentChoice.tsx',
  'web/src/instruments/RunsOut.tsx',
  'web/src/instruments/instrument-name.ts',
  'web/src/instruments/useChosenInstrument.ts',
  'web/src/letter-templates/LetterFiles.tsx',
  'web/src/letter-templates/LetterPreview.tsx',
  'web/src/letter-templates/WordsField.tsx',
  'web/src/letter-templates/useCheckedLetter.ts',
  'web/src/letter-templates/letter-words.ts',
  'web/src/notes/NotePanel.tsx',
  'web/src/watchers/Watch.tsx',
  'web/src/contract-terms/TermsOfContract.tsx',
  'web/src/obligations/ReminderTabs.tsx',
  'web/src/obligations/agenda-address.ts',
  'web/src/obligations/KindBoxes.tsx',
  'web/src/obligations/KindChoice.tsx',
  'web/src/obligations/DutyChips.tsx',
  'web/src/obligations/DutyFacts.tsx',
  'web/src/obligations/DutyGroups.tsx',
  'web/src/obligations/duty-words.ts',
  'web/src/offices/OfficeField.tsx',
  'web/src/offices/OfficeFilters.tsx',
  'web/src/offices/useOffices.ts',
  'web/src/parties/ClientField.tsx',
  'web/src/parties/party-words.ts',
  'web/src/projects/CreateProject.tsx',
  'web/src/projects/ContractProject.tsx',
  'web/src/schedule-items/ScheduleSide.tsx',
  'web/src/schedule-items/schedule-path.ts',
  'web/src/schedule-items/schedule-words.ts',
  'web/src/settlements/BookSettlement.tsx',
  'web/src/refund-requests/request-path.ts',
  'web/src/release-rules/rule-words.ts',
  'web/src/reminder-rules/rule-words.ts',
  'web/src/settlements/DepositSettlements.tsx',
  'web/src/settlements/settled-parts.ts',
  'web/src/tasks/task-choices.ts',
  'web/src/users/ProfileImageInput.tsx',
]

const apiFiles = paths.filter((path) => /^api\/src\/[^/]+\.ts$/.test(path) && !isTest(path))
const slices = apiFiles
  .filter((path) => /=\s*endpoint\(/.test(textOf(path)) && path !== 'api/src/index.ts')
  .map((path) => basename(path, '.ts'))

const sliceOf = (path: string, side: 'server' | 'web') => new RegExp(`^${side}/src/([^/]+)/.+`).exec(path)?.[1]

test('server and web cut the product into the slices of api', () => {
  const strange = [
    ...foldersIn('server/src').filter((name) => ![...slices, ...outsideServer].includes(name)),
    ...foldersIn('web/src').filter((name) => ![...slices, ...outsideWeb, ...webOnly].includes(name)),
  ]
  expect(strange, 'folders without a slice of that name in api/src').toEqual([])
})

test('every slice of api has its folder in the server', () => {
  const missing = slices.filter((slice) => !foldersIn('server/src').includes(slice))
  expect(missing, 'slices of api/src that no folder of server/src serves').toEqual([])
})

const serverSlices = codeUnder('server/src').filter(
  ({ path }) => !outsideServer.includes(sliceOf(path, 'server') ?? 'kernel'),
)

/** The imports of a server slice's file that lead into another slice. */
function crossings(file: SourceFile): string[] {
  const own = sliceOf(file.path, 'server')
  return importsOf(file).filter((to) => {
    const other = sliceOf(to, 'server')
    return other !== undefined && other !== own && other !== 'kernel'
  })
}

test("a server slice uses another slice's queries and rules only", () => {
  const faults = offences(serverSlices, (file) =>
    crossings(file).filter(
      (to) => !/\.(queries|rules)\.ts$/.test(to) && !(isTestSupport(file.path) && to.endsWith('.factory.ts')),
    ),
  )
  expect(faults).toEqual([])
})

function circleFrom(start: string, arrows: Map<string, Set<string>>): string[] | undefined {
  const walk = (at: string, seen: string[]): string[] | undefined => {
    for (const next of arrows.get(at) ?? []) {
      if (next === start) return [...seen, next]
      const found = seen.includes(next) ? undefined : walk(next, [...seen, next])
      if (found) return found
    }
    return undefined
  }
  return walk(start, [start])
}

test('server slices use each other in no circle', () => {
  const arrows = new Map<string, Set<string>>()
  for (const file of serverSlices.filter(({ path }) => !isTestSupport(path))) {
    const from = sliceOf(file.path, 'server') ?? ''
    const targets = arrows.get(from) ?? new Set()
    for (const to of crossings(file)) targets.add(sliceOf(to, 'server') ?? '')
    arrows.set(from, targets)
  }
  const circles = [...arrows.keys()].flatMap((slice) => circleFrom(slice, arrows)?.join(' → ') ?? [])
  expect(circles).toEqual([])
})

test('a web slice uses other slices through the shared components only', () => {
  const files = codeUnder('web/src').filter(({ path }) => !outsideWeb.includes(sliceOf(path, 'web') ?? 'app'))
  const faults = offences(files, (file) =>
    importsOf(file).filter((to) => {
      const other = sliceOf(to, 'web')
      const isForeign = other !== undefined && other !== sliceOf(file.path, 'web')
      return isForeign && !['ui', 'lib'].includes(other) && !sharedInWeb.includes(to)
    }),
  )
  expect(faults).toEqual([])
})

test('a folder of web with a list or a form says in slice.ts where its screens are', () => {
  const screens = codeUnder('web/src').filter(({ path }) => /^web\/src\/[^/]+\/\w+(List|Form)\.tsx$/.test(path))
  const withScreens = [...new Set(screens.map(({ path }) => sliceOf(path, 'web') ?? ''))]
  const due = withScreens.filter((folder) => !outsideWeb.includes(folder)).map((folder) => `web/src/${folder}/slice.ts`)
  expect(due.length).toBeGreaterThan(8)
  expect(due.filter((path) => !paths.includes(path))).toEqual([])
})

test('what app collects of a folder of web has the name and the type that it is collected by', () => {
  const collected = codeUnder('web/src').filter(
    ({ path }) => /\/(slice|links|sidebar)\.ts$/.test(path) && sliceOf(path, 'web') !== 'app',
  )
  expect(collected.length).toBeGreaterThan(20)
  const declarations: Record<string, string> = {
    'slice.ts': 'export const slice: Slice =',
    'links.ts': 'export const links: SliceLinks =',
    'sidebar.ts': 'export const sidebar: SidebarEntry[] =',
  }
  const faults = offences(collected, ({ path, text }) => {
    const declared = declarations[path.split('/').at(-1) ?? ''] ?? ''
    return text.includes(declared) ? [] : [`lacks ${declared}`]
  })
  expect(faults).toEqual([])
})
