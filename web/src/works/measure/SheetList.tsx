import {
  createMeasurementSheet,
  exportMeasurementSheets,
  filterMeasurementSheets,
  getMeasurementSheet,
  type ListedSheet,
  sheetColumnLabels as labels,
  listedSheet,
  sheetStatuses,
} from '@plinth/api/works/measurement-sheets'
import { call } from '../../lib/call.ts'
import { dash, optionsOf, plainText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { anyDay } from '../../lib/list-address.ts'
import { useList } from '../../lib/useList.ts'
import { useWaiting } from '../../lib/waiting.ts'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { DateRangeFilter, DayFilter, MultiSelectFilter } from '../../ui/list/FilterFields.tsx'
import { PanelFacts } from '../../ui/list/PanelFacts.tsx'
import type { Panel } from '../../ui/list/RecordPanel.tsx'
import { LinkButton, RowLink } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { Failure, Screen } from '../../ui/shell/Screen.tsx'
import { StatusBadge } from '../../ui/shell/StatusBadge.tsx'
import { channelName, listPath, sheetName, sheetPath, sheetTones } from './sheet-words.ts'

const SheetsOnDevice = lazyPart(() => import('./SheetsOnDevice.tsx'), 'SheetsOnDevice')

const all = columnsOf(listedSheet, labels, {
  number: { show: (_, row) => <RowLink to={sheetPath(row)}>{sheetName(row)}</RowLink> },
  status: { show: (status) => <StatusBadge status={status} tones={sheetTones} /> },
  agreementName: { wrap: true },
  location: { wrap: true },
  present: { wrap: true, show: (names) => names.join(', ') || dash, sortable: false },
  comment: { wrap: true },
  cancelReason: { wrap: true },
})

/** The number is the name of the sheet, so that it is aligned as text. */
const columns = all
  .filter(({ field }) => field !== 'agreementId')
  .map(({ align, ...column }) => (column.field === 'number' || !align ? column : { ...column, align }))

const shown = ['number', 'measuredOn', 'agreementNumber', 'location', 'lineCount', 'status', 'recordedByName'] as const

const card = { called: 'number', facts: ['measuredOn', 'status', 'agreementNumber', 'location', 'lineCount'] } as const

const noFilters = {
  search: '',
  status: [],
  measuredFrom: '',
  measuredTo: '',
  agreementId: '',
  dateRange: anyDay,
}

const linkFilters = [{ name: 'agreementId', label: t('Agreement') }]

const filters = (
  <>
    <MultiSelectFilter name="status" label={translated(labels.status)} options={optionsOf(sheetStatuses)} />
    <DayFilter name="measuredFrom" label={t('Measured from')} />
    <DayFilter name="measuredTo" label={t('Measured to')} />
    <DateRangeFilter name="dateRange" label={t('Created')} />
  </>
)

const panel: Panel<ListedSheet> = {
  show: (row) => (
    <PanelFacts
      row={row}
      columns={columns}
      figures={['measuredOn', 'status']}
      facts={['agreementNumber', 'agreementName', 'location', 'lineCount', 'recordedByName', 'present', 'comment']}
    />
  ),
  to: sheetPath,
  load: (id) => call(getMeasurementSheet, { params: { id } }),
}

/** The list of all measurement sheets. */
export function SheetList() {
  const list = useList(filterMeasurementSheets, noFilters, { linkFilters, opens: true })
  const [first] = list.rows
  const agreementId = plainText(list.filters['agreementId'])
  const isLost = list.error?.status === 0
  const failure = t('Failed to fetch measurement sheets')
  const waits = useWaiting().operations.some(({ channel }) => channel === channelName)
  return (
    <Screen
      title={t('Measurement sheets')}
      {...(!isLost && { source: list })}
      failure={failure}
      actions={
        <LinkButton
          to={`${listPath}/new`}
          {...(agreementId && { search: { agreement: agreementId } })}
          call={createMeasurementSheet}
        >
          {t('New sheet')}
        </LinkButton>
      }
    >
      {(isLost || waits) && <SheetsOnDevice />}
      {isLost ? (
        <Failure text={failure} source={list} />
      ) : (
        <DataList
          name="measurement-sheets"
          caption={t('Measurement sheets of all agreements')}
          list={list}
          columns={columns}
          shown={shown}
          card={card}
          filters={filters}
          line={{ name: 'search', hint: t('Sheet no., location, book, page or agreement') }}
          led={
            agreementId
              ? {
                  text: first ? t('Of {agreement}', { agreement: first.agreementNumber }) : t('Of one agreement'),
                  without: t('Show the sheets of all agreements'),
                }
              : undefined
          }
          nameOf={sheetName}
          panel={panel}
          exported={exportMeasurementSheets}
          empty={t('There are no measurement sheets yet. Begin one with New sheet.')}
        />
      )}
    </Screen>
  )
}
