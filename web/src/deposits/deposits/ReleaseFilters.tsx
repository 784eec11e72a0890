import { depositPurposes, nextSteps, releasedLabels } from '@plinth/api/deposits/deposit-releases'
import { depositLabels } from '@plinth/api/deposits/deposits'
import { optionsOf } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { DayFilter, MultiSelectFilter } from '../../ui/list/FilterFields.tsx'
import { ownerFilter } from './OwnerFilter.tsx'

export const noReleaseFilters = { purpose: [], ownerId: [], nextStep: [], dueBefore: '' }

export const releaseFilters = (
  <>
    <MultiSelectFilter name="purpose" label={translated(depositLabels.purpose)} options={optionsOf(depositPurposes)} />
    {ownerFilter}
    <MultiSelectFilter name="nextStep" label={translated(releasedLabels.nextStep)} options={optionsOf(nextSteps)} />
    <DayFilter name="dueBefore" label={t('Due before')} />
  </>
)
