import { noDepartment, officeColumnLabels } from '@plinth/api/tenders/contracts'
import { plainText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import type { FilterValue } from '../../lib/list-address.ts'
import filterClasses from '../../ui/list/Filters.module.css'
import { Filter } from '../../ui/list/Filters.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { officeText, useOffices } from './useOffices.ts'

// Loaded lazily, because few visits open the box of all filters.
const waiting = <div className={filterClasses['waiting']} />
const DepartmentInput = lazyPart(() => import('./OfficeFilterInputs.tsx'), 'DepartmentInput', { waiting })
const OfficeInput = lazyPart(() => import('./OfficeFilterInputs.tsx'), 'OfficeInput', { waiting })

export const withoutDepartment = t('No department')

const valuesOf = (value: FilterValue) => [value].flat().map(plainText)

const departmentWords = (value: FilterValue) =>
  valuesOf(value)
    .map((name) => (name === noDepartment ? withoutDepartment : name))
    .join(', ')

/** The names of offices that a filter has by their ids. */
function OfficeNames({ ids }: { ids: readonly string[] }) {
  const { offices } = useOffices()
  if (!offices) return '…'
  const known = offices.filter(({ id }) => ids.includes(id)).map(officeText)
  return known.length > 0 ? known.join(', ') : t('An office that is no longer there')
}

export const noOfficeFilters = { department: [], officeId: [] }

/** Filters by department and by office. Each accepts any number of values; none means all. */
export const officeFilters = (
  <>
    <Filter name="department" label={translated(officeColumnLabels.department)} words={departmentWords}>
      {(value, set) => <DepartmentInput value={value} onChange={set} />}
    </Filter>
    <Filter
      name="officeId"
      label={translated(officeColumnLabels.officeName)}
      words={(value) => <OfficeNames ids={valuesOf(value)} />}
    >
      {(value, set) => <OfficeInput value={value} onChange={set} />}
    </Filter>
  </>
)
