import {
  type CoveredDeadline,
  filterCoverage,
  filterUndated,
  getCoverage,
  type UndatedRecord,
} from '@plinth/api/reminders/reminder-coverage'
import { call } from '../../lib/call.ts'
import { t } from '../../lib/language.ts'
import { useListAddress } from '../../lib/list-address.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { useFurtherPages } from '../../ui/list/useFurtherPages.ts'
import { deadlineKey } from '../deadlines/deadline-words.ts'
import { coverageViews, noFilters, type ParsedFilters, parseFilters, shownBy } from './coverage-address.ts'

const form = {
  endpoint: filterCoverage,
  empty: noFilters,
  defaultSort: null,
  views: coverageViews,
  groups: [],
  opens: false,
}

export const failure = t('Failed to fetch what will be told')

/** Deadlines with their coverage, and the filters for the export. */
function useDeadlines(parsed: ParsedFilters, isShown: boolean) {
  const found = useFurtherPages<CoveredDeadline>({
    queryKey: ['coverage', ...endpointKey(filterCoverage, { body: parsed })],
    fetch: (pagination, signal) => call(filterCoverage, { body: { ...parsed, pagination } }, { signal }),
    keyOf: deadlineKey,
    failure,
    enabled: isShown,
  })
  return { ...found, sent: parsed }
}

const undatedKey = ({ kind, recordId }: UndatedRecord) => `${kind} ${recordId}`

const useUndated = (isShown: boolean) =>
  useFurtherPages<UndatedRecord>({
    queryKey: ['coverage', ...endpointKey(filterUndated, { body: {} })],
    fetch: (pagination, signal) => call(filterUndated, { body: { pagination } }, { signal }),
    keyOf: undatedKey,
    failure,
    enabled: isShown,
  })

/** The coverage with the filters of the address. */
export function useCoverage() {
  const { state, apply, leftOut, forget } = useListAddress(form)
  const { filters, view } = state
  const parsed = parseFilters(filters)
  const shown = shownBy(view, parsed)
  const may = useCan(getCoverage)
  const { data: sums, error, retry } = useRecord(getCoverage)
  const deadlines = useDeadlines(parsed, may && shown !== 'kinds' && shown !== 'undated')
  const undated = useUndated(may && shown === 'undated')
  return {
    filters,
    parsed,
    shown,
    apply,
    leftOut,
    forget,
    sums,
    deadlines,
    undated,
    error: error ?? deadlines.error ?? undated.error,
    retry: () => {
      if (error) retry()
      if (deadlines.error) deadlines.retry()
      if (undated.error) undated.retry()
    },
  }
}
export type CoverageList = ReturnType<typeof useCoverage>
