import { Button } from '@mantine/core'
import { type CoveredDuty, coverageGaps, exportCoverage } from '@plinth/api/reminder-coverage'
import { decimal } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { kindsText } from '../obligations/duty-words.ts'
import { KindChoice } from '../obligations/KindChoice.tsx'
import type { Column } from '../ui/DataRows.tsx'
import { FilterChip } from '../ui/FilterChip.tsx'
import chips from '../ui/ListBar.module.css'
import { ListExport } from '../ui/ListExport.tsx'
import classes from './Coverage.module.css'
import { noFilters, withKind, withState } from './coverage-address.ts'
import { countIn, stateTexts } from './coverage-words.ts'
import type { CoverageList } from './useCoverage.ts'

/** What a sheet has of each duty. */
const columns: Column<CoveredDuty>[] = [
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

/** Why nobody is told, as chips, beside the kinds that are looked at and the way to a sheet of them. */
export function CoverageBar({ coverage }: { coverage: CoverageList }) {
  const { filters, asked, shown, apply, sums, duties } = coverage
  const isNarrowed = asked.kind.length > 0 || (shown === 'gaps' && asked.state.length > 0)
  const clear = () => apply(shown === 'gaps' ? noFilters : { ...filters, kind: [] })
  return (
    <div className={`${chips['line']} ${classes['line']}`} data-screen-only>
      <div className={`${chips['chips']} ${classes['chips']}`}>
        {shown === 'gaps' && (
          <fieldset className={chips['group']} aria-label={t('Why nobody is told')}>
            {coverageGaps.map((state) => {
              const count = sums && countIn(sums.kinds, state, asked.kind)
              return (
                <button
                  key={state}
                  type="button"
                  className={chips['chip']}
                  aria-pressed={asked.state.includes(state)}
                  data-none={count === 0 || undefined}
                  onClick={() => apply(withState(filters, state))}
                >
                  {stateTexts[state]} <span>{count === undefined ? '…' : decimal(count)}</span>
                </button>
              )
            })}
          </fieldset>
        )}
        {asked.kind.length > 0 && (
          <ul aria-label={t('Filters that are set')}>
            <FilterChip
              label={t('Kind')}
              value={kindsText(asked.kind)}
              onTakeOff={() => apply({ ...filters, kind: [] })}
            />
          </ul>
        )}
        {isNarrowed && (
          <Button variant="subtle" size="compact-sm" flex="none" onClick={clear}>
            {t('Clear')}
          </Button>
        )}
      </div>
      <div className={classes['tools']}>
        <KindChoice chosen={asked.kind} onToggle={(kind) => apply(withKind(filters, kind))} />
        <ListExport endpoint={exportCoverage} list={{ rows: duties.rows ?? [], sent: duties.sent }} columns={columns} />
      </div>
    </div>
  )
}
