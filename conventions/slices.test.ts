import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import {
  circleFrom,
  codeUnder,
  foldersIn,
  importsOf,
  isTest,
  isTestSupport,
  offences,
  paths,
  rooms,
  type SourceFile,
  textOf,
} from './source.ts'

/** Folders that are not slices: they have no call of their own. */
const outsideServer = ['backup', 'commands', 'description', 'kernel', 'nets', 'sample', 'testing']
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
  'web/src/money/agreements/AgreementRows.tsx',
  'web/src/money/agreements/agreement-words.ts',
  'web/src/guarantees/bank-facilities/FacilityField.tsx',
  'web/src/guarantees/bank-facilities/FacilityFilter.tsx',
  'web/src/guarantees/bank-facilities/useFacilities.ts',
  'web/src/guarantees/bank-facilities/useFacilityOptions.ts',
  'web/src/guarantees/bank-facilities/facility-name.ts',
  'web/src/guarantees/bank-letters/BankLetterAct.tsx',
  'web/src/guarantees/bg-plans/plan-words.ts',
  'web/src/money/bill-heads/Memorandum.tsx',
  'web/src/money/bill-heads/TermsFaults.tsx',
  'web/src/money/bill-heads/heads-path.ts',
  'web/src/money/bill-heads/line-labels.ts',
  'web/src/money/bills/BillOfSheet.tsx',
  'web/src/money/bills/BillsOfAgreement.tsx',
  'web/src/money/bills/bill-words.ts',
  'web/src/money/bills/useBillsOfAgreement.ts',
  'web/src/reminders/calendar-feeds/CalendarFeeds.tsx',
  'web/src/reminders/calendar-feeds/UserFeeds.tsx',
  'web/src/deposits/deposit-exemptions/ExemptionsOfContract.tsx',
  'web/src/deposits/deposits/ContractDeposits.tsx',
  'web/src/deposits/deposits/DepositColumns.tsx',
  'web/src/deposits/deposits/OwnerFilter.tsx',
  'web/src/deposits/deposits/RecordDeposit.tsx',
  'web/src/deposits/deposits/RepeatGuard.tsx',
  'web/src/deposits/deposits/test-deposit.ts',
  'web/src/documents/documents/DocumentPanel.tsx',
  'web/src/documents/documents/DocumentView.tsx',
  'web/src/documents/documents/outbox-photos.ts',
  'web/src/works/measure/sheet-words.ts',
  'web/src/access/tenants/TenantPicker.tsx',
  'web/src/access/tenants/useTenant.ts',
  'web/src/tenders/contracts/figure-link.ts',
  'web/src/tenders/contracts/BidFields.tsx',
  'web/src/tenders/contracts/ContractChoice.tsx',
  'web/src/tenders/contracts/ContractPanel.tsx',
  'web/src/tenders/contracts/ContractReference.tsx',
  'web/src/tenders/contracts/LicenseFields.tsx',
  'web/src/platform/contract-imports/ImportFailures.tsx',
  'web/src/platform/contract-imports/UploadForm.tsx',
  'web/src/guarantees/guarantee-headroom/DayTable.tsx',
  'web/src/guarantees/guarantee-headroom/limit-words.ts',
  'web/src/guarantees/instruments/CompleteLink.tsx',
  'web/src/guarantees/instruments/InstrumentCard.tsx',
  'web/src/guarantees/instruments/InstrumentChoice.tsx',
  'web/src/guarantees/instruments/RunsOut.tsx',
  'web/src/guarantees/instruments/instrument-name.ts',
  'web/src/guarantees/instruments/useChosenInstrument.ts',
  'web/src/documents/letter-templates/LetterFiles.tsx',
  'web/src/documents/letter-templates/LetterPreview.tsx',
  'web/src/documents/letter-templates/WordsField.tsx',
  'web/src/documents/letter-templates/useCheckedLetter.ts',
  'web/src/documents/letter-templates/letter-words.ts',
  'web/src/documents/notes/NotePanel.tsx',
  'web/src/reminders/watchers/Watch.tsx',
  'web/src/tenders/contract-terms/TermsOfContract.tsx',
  'web/src/reminders/deadlines/ReminderTabs.tsx',
  'web/src/reminders/deadlines/agenda-address.ts',
  'web/src/reminders/deadlines/KindBoxes.tsx',
  'web/src/reminders/deadlines/KindChoice.tsx',
  'web/src/reminders/deadlines/DeadlineChips.tsx',
  'web/src/reminders/deadlines/DeadlineFacts.tsx',
  'web/src/reminders/deadlines/DeadlineGroups.tsx',
  'web/src/reminders/deadlines/deadline-words.ts',
  'web/src/tenders/offices/OfficeField.tsx',
  'web/src/tenders/offices/OfficeFilters.tsx',
  'web/src/tenders/offices/useOffices.ts',
  'web/src/money/parties/party-words.ts',
  'web/src/works/projects/CreateProject.tsx',
  'web/src/works/projects/ContractProject.tsx',
  'web/src/works/schedule-items/ScheduleSide.tsx',
  'web/src/works/schedule-items/schedule-path.ts',
  'web/src/works/schedule-items/schedule-words.ts',
  'web/src/deposits/settlements/BookSettlement.tsx',
  'web/src/deposits/refund-requests/request-path.ts',
  'web/src/deposits/release-rules/rule-words.ts',
  'web/src/reminders/reminder-rules/rule-words.ts',
  'web/src/deposits/settlements/DepositSettlements.tsx',
  'web/src/deposits/settlements/settled-parts.ts',
  'web/src/works/tasks/task-choices.ts',
  'web/src/access/users/ProfileImageInput.tsx',
]

const apiFiles = paths.filter((path) => /^api\/src\/(?!kernel\/)[^/]+\/[^/]+\.ts$/.test(path) && !isTest(path))
const slices = apiFiles.filter((path) => /=\s*endpoint\(/.test(textOf(path))).map((path) => basename(path, '.ts'))

/** The slice folder of a file, below its room if it is in one. */
const sliceOf = (path: string, side: 'server' | 'web') =>
  new RegExp(`^${side}/src/(?:(?:${rooms.join('|')})/)?([^/]+)/.+`).exec(path)?.[1]

const isRoom = (folder: string) => rooms.includes(folder)

/** The folders of slices, and the folders beside the rooms. */
const slicesIn = (side: 'server' | 'web') => {
  const top = foldersIn(`${side}/src`)
  return [
    ...top.filter((name) => !isRoom(name)),
    ...top.filter(isRoom).flatMap((room) => foldersIn(`${side}/src/${room}`)),
  ]
}

test('server and web have the same slices as api', () => {
  const strange = [
    ...slicesIn('server').filter((name) => ![...slices, ...outsideServer].includes(name)),
    ...slicesIn('web').filter((name) => ![...slices, ...outsideWeb, ...webOnly].includes(name)),
  ]
  expect(strange, 'folders without a slice of that name in api/src').toEqual([])
})

test('every slice of api has a folder in the server', () => {
  const missing = slices.filter((slice) => !slicesIn('server').includes(slice))
  expect(missing, 'slices of api/src that no folder of server/src serves').toEqual([])
})

const serverSlices = codeUnder('server/src').filter(
  ({ path }) => !outsideServer.includes(sliceOf(path, 'server') ?? 'kernel'),
)

/** The imports of a server slice's file from another slice. */
function crossings(file: SourceFile): string[] {
  const own = sliceOf(file.path, 'server')
  return importsOf(file).filter((to) => {
    const other = sliceOf(to, 'server')
    return other !== undefined && other !== own && !['description', 'kernel', 'testing'].includes(other)
  })
}

test('a server slice imports only queries and rules of another slice', () => {
  const faults = offences(serverSlices, (file) =>
    crossings(file).filter(
      (to) => !/\.(queries|rules)\.ts$/.test(to) && !(isTestSupport(file.path) && to.endsWith('.factory.ts')),
    ),
  )
  expect(faults).toEqual([])
})

test('server slices have no import circle', () => {
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

test('a web slice imports only the shared components of other slices', () => {
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

test('a web folder with a list or a form has a slice.ts with the addresses of its screens', () => {
  const screens = codeUnder('web/src').filter(({ path }) => /^web\/src\/(?:[^/]+\/)+\w+(List|Form)\.tsx$/.test(path))
  const ofSlices = screens.filter(({ path }) => !outsideWeb.includes(sliceOf(path, 'web') ?? ''))
  const due = [...new Set(ofSlices.map(({ path }) => `${dirname(path)}/slice.ts`))]
  expect(due.length).toBeGreaterThan(8)
  expect(due.filter((path) => !paths.includes(path))).toEqual([])
})

test('a file that app collects from web folders exports the expected name and type', () => {
  const collected = codeUnder('web/src').filter(
    ({ path }) => /\/(slice|links|sidebar)\.ts$/.test(path) && sliceOf(path, 'web') !== 'app',
  )
  expect(collected.length).toBeGreaterThan(20)
  const declarations: Record<string, string> = {
    'slice.ts': 'export const slice: Slice =',
    'links.ts': 'export const links: SliceLinks[] =',
    'sidebar.ts': 'export const sidebar: SidebarEntry[] =',
  }
  const faults = offences(collected, ({ path, text }) => {
    const declared = declarations[path.split('/').at(-1) ?? ''] ?? ''
    return text.includes(declared) ? [] : [`lacks ${declared}`]
  })
  expect(faults).toEqual([])
})
