import {
  type CoverageState,
  type CoveredDeadline,
  coverageGaps,
  exportCoverage,
} from '@plinth/api/reminders/reminder-coverage'
import { t } from '../../lib/language.ts'
import type { Column } from '../../ui/list/DataRows.tsx'
import chips from '../../ui/list/ListBar.module.css'
import { ListExport } from '../../ui/list/ListExport.tsx'
import { type Choices, DeadlineChips } from '../deadlines/DeadlineChips.tsx'
import { KindChoice } from '../deadlines/KindChoice.tsx'
import classes from './Coverage.module.css'
import { noFilters, withKind, withState } from './coverage-address.ts'
import { countIn, stateTexts } from './coverage-words.ts'
import type { CoverageList } from './useCoverage.ts'

/** The columns of the exported sheet. */
const columns: Column<CoveredDeadline>[] = [
  { field: 'kind', label: t('Duty') },
  { field: 'title', label: t('Record') },
  { field: 'number', label: t('Number') },
  { field: 'dueOn', label: t('Due on') },
  { field: 'actBy', label: t('Act by') },
  { field: 'amount', label: t('Amount') },
  { field: 'ownerName', label: t('Whose') },
  { field: 'state', label: t('Told') },
  { field: 'waivedBecause', label: t('Nothing to do because') },
]

/** The filters by reason of a gap and by kind, and the export. */
export function CoverageBar({ coverage }: { coverage: CoverageList }) {
  const { filters, parsed, shown, apply, sums, deadlines } = coverage
  const isNarrowed = parsed.kind.length > 0 || (shown === 'gaps' && parsed.state.length > 0)
  const clear = () => apply(shown === 'gaps' ? noFilters : { ...filters, kind: [] })
  const choices: Choices<CoverageState> = {
    label: t('Why nobody is told'),
    names: coverageGaps,
    textOf: (state) => stateTexts[state],
    countOf: (state) => sums && countIn(sums.kinds, state, parsed.kind),
    chosen: parsed.state,
    onToggle: (state) => apply(withState(filters, state)),
  }
  return (
    <div className={`${chips['line']} ${classes['line']}`} data-screen-only>
      <div className={`${chips['chips']} ${classes['chips']}`}>
        <DeadlineChips
          choices={shown === 'gaps' ? choices : undefined}
          kinds={parsed.kind}
          onEveryKind={() => apply({ ...filters, kind: [] })}
          onClear={isNarrowed ? clear : undefined}
        />
      </div>
      <div className={classes['tools']}>
        <KindChoice chosen={parsed.kind} onToggle={(kind) => apply(withKind(filters, kind))} />
        <ListExport
          endpoint={exportCoverage}
          list={{ rows: deadlines.rows ?? [], sent: deadlines.sent }}
          columns={columns}
        />
      </div>
    </div>
  )
}
