import { Text } from '@mantine/core'
import {
  createRefundRequest,
  deleteRefundRequest,
  exportRefundRequests,
  filterRefundRequests,
  getRefundRequest,
  type ListedRequest,
  requestColumnLabels as labels,
  listedRequest,
  requestStates,
  updateRefundRequest,
} from '@plinth/api/deposits/refund-requests'
import { call } from '../../lib/call.ts'
import { dash, decimal, optionsOf, rupees } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { anyDay } from '../../lib/list-address.ts'
import { useList } from '../../lib/useList.ts'
import { noOfficeFilters, officeFilters } from '../../tenders/offices/OfficeFilters.tsx'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { DateRangeFilter, DayFilter, MultiSelectFilter } from '../../ui/list/FilterFields.tsx'
import { PanelFacts } from '../../ui/list/PanelFacts.tsx'
import type { Panel } from '../../ui/list/RecordPanel.tsx'
import { LinkButton, RowLink } from '../../ui/shell/LinkButton.tsx'
import { RowActions } from '../../ui/shell/RowActions.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { RequestBadge } from './RequestBadge.tsx'
import { requestPath } from './request-path.ts'

const columns = columnsOf(listedRequest, labels, {
  number: { show: (number, row) => <RowLink to={requestPath(row)}>{number}</RowLink> },
  department: { wrap: true },
  officeName: { wrap: true },
  subject: { wrap: true },
  state: { show: (state) => <RequestBadge state={state} /> },
  // Only a sent request waits for an answer; drafts, closed and answered requests do not.
  daysSinceSent: { show: (days) => (days === null ? dash : decimal(days)) },
})

const shownColumns = [
  'number',
  'officeName',
  'depositCount',
  'amount',
  'openAmount',
  'sentOn',
  'daysSinceSent',
  'state',
] as const

const card = { called: 'number', facts: ['officeName', 'state', 'amount', 'openAmount', 'daysSinceSent'] } as const

const noFilters = { search: '', state: [], ...noOfficeFilters, sentFrom: '', sentTo: '', dateRange: anyDay }

const filters = (
  <>
    <MultiSelectFilter name="state" label={translated(labels.state)} options={optionsOf(requestStates)} />
    {officeFilters}
    <DayFilter name="sentFrom" label={t('Sent on or after')} />
    <DayFilter name="sentTo" label={t('Sent on or before')} />
    <DateRangeFilter name="dateRange" label={t('Created')} />
  </>
)

const panel: Panel<ListedRequest> = {
  show: (row) => (
    <PanelFacts
      row={row}
      columns={columns}
      figures={['amount', 'openAmount', 'state']}
      facts={[
        'department',
        'officeName',
        'depositCount',
        'letterOn',
        'sentOn',
        'daysSinceSent',
        'sentByMeans',
        'dispatchRef',
        'answeredOn',
        'inwardRef',
      ]}
    />
  ),
  to: requestPath,
  load: (id) => call(getRefundRequest, { params: { id } }),
}

// A sent request cannot be changed or deleted; it is withdrawn on its page.
const rowActions = (row: ListedRequest) => (
  <RowActions
    name={row.number}
    view={requestPath(row)}
    {...(row.state === 'DRAFT' && {
      edit: { to: `${requestPath(row)}/edit`, call: updateRefundRequest },
      remove: {
        endpoint: deleteRefundRequest,
        params: { id: row.id },
        confirm: t('Are you sure you want to delete this refund request?'),
      },
    })}
  />
)

/** The letters that ask for deposits, with their open amounts and the days since they were sent. */
export function RequestList() {
  const list = useList(filterRefundRequests, noFilters, { opens: true })
  return (
    <Screen
      title={t('Refund requests')}
      source={list}
      failure={t('Failed to fetch refund requests')}
      actions={
        <>
          <LinkButton variant="default" to="/contracts/letter-templates">
            {t('Letter templates')}
          </LinkButton>
          <LinkButton to="/contracts/refund-requests/create" call={createRefundRequest}>
            {t('New refund request')}
          </LinkButton>
        </>
      }
    >
      <DataList
        name="refund-requests"
        caption={t('Letters that ask for deposits')}
        list={list}
        columns={columns}
        shown={shownColumns}
        card={card}
        filters={filters}
        line={{ name: 'search', hint: t('Number, subject, dispatch or inward reference, or department') }}
        actions={rowActions}
        nameOf={({ number }) => number}
        panel={panel}
        exported={exportRefundRequests}
        empty={t(
          'There are no refund requests yet. Write the first letter with New refund request: choose the office, and what is due of it is asked for.',
        )}
      >
        <Text mb="sm" mih="1.55em" className="tabular" aria-live="polite">
          {list.counted && (
            <>
              {t('Requests found:')} <b>{decimal(list.total)}</b>
              {t(', in total')} <b>{rupees(list.answer?.total)}</b>
            </>
          )}
        </Text>
      </DataList>
    </Screen>
  )
}
