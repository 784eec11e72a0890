import { depositPurposes } from '@plinth/api/deposits/deposit-releases'
import {
  type BgPlan,
  bgPlanColumnLabels,
  bgPlanLabels,
  bgPlanStates,
  createBgPlan,
  deleteBgPlan,
  getBgPlan,
  updateBgPlan,
} from '@plinth/api/guarantees/bg-plans'
import { filterInstruments } from '@plinth/api/guarantees/instruments'
import { useSearch } from '@tanstack/react-router'
import { useFormContext } from 'react-hook-form'
import { today } from '../../lib/days.ts'
import { optionsOf, plainText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { ContractChoice } from '../../tenders/contracts/ContractChoice.tsx'
import { FieldGroup, ReadValue } from '../../ui/form/FieldGroup.tsx'
import { FormScreen } from '../../ui/form/FormScreen.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import { RecordFacts } from '../../ui/record/RecordHistory.tsx'
import { useFacilityOptions } from '../bank-facilities/useFacilityOptions.ts'
import { EnterGuarantee } from './EnterGuarantee.tsx'
import { GuaranteeChoice } from './GuaranteeChoice.tsx'
import { planName, planPath, whyUncounted } from './plan-words.ts'

const { SelectField, MoneyField, DayField, TextAreaField } = fieldsOf(bgPlanLabels)

const texts = {
  loadFailed: t('Failed to fetch planned guarantee'),
  saveFailed: t('Failed to save planned guarantee. Please try again.'),
  created: t('Planned guarantee created successfully!'),
  updated: t('Planned guarantee updated successfully!'),
}

/** A new plan is in state PLANNED, for the contract that the link to the form named. */
function useBlank() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const contractId = plainText(search['contractId'])
  return { state: 'PLANNED' as const, ...(contractId && { contractId }) }
}

export function BgPlanForm() {
  return (
    <FormScreen
      noun="planned guarantee"
      load={getBgPlan}
      create={createBgPlan}
      update={updateBgPlan}
      remove={deleteBgPlan}
      blank={useBlank()}
      listPath="/payments/guarantee-plans"
      pathOf={planPath}
      nameOf={planName}
      texts={texts}
      actions={(plan) => <EnterGuarantee plan={plan} />}
      related={(plan) => <RecordFacts record={plan} hasTrail />}
    >
      <FieldGroup title={t('What is needed')}>
        <PlannedFor />
        <SelectField name="purpose" options={optionsOf(depositPurposes)} required />
        <MoneyField name="amount" required />
        <DayField name="neededOn" description={t('From this day on it counts')} required />
        <DayField name="untilOn" description={t('The last day on which it counts')} required />
      </FieldGroup>
      <FieldGroup title={t('Where it is to come from')}>
        <FacilityField />
        <StateField />
        <GuaranteeChoice />
        <Counts />
        <TextAreaField name="comment" />
      </FieldGroup>
    </FormScreen>
  )
}

function PlannedFor() {
  const { bidId } = useFormContext<Partial<BgPlan>>().getValues()
  return (
    <ContractChoice
      label={translated(bgPlanLabels.contractId)}
      description={t('The tender or contract that it is for')}
      side="bid"
      detail={bidId ?? null}
      required
    />
  )
}

/** The limits in use and the present one; choosing another limit clears the chosen guarantee. */
function FacilityField() {
  const { setValue } = useFormContext<Partial<BgPlan>>()
  const { options, hint } = useFacilityOptions({
    enabled: useFormMode() !== 'view',
    none: t('No limit is entered yet: enter one under Bank limits.'),
  })
  return (
    <SelectField
      name="facilityId"
      options={options}
      onEdit={() => setValue('instrumentId', null)}
      {...(hint && { description: hint })}
      required
    />
  )
}

/** Only users who may see guarantees can choose which one the plan became. */
function StateField() {
  const { getValues, setValue } = useFormContext<Partial<BgPlan>>()
  const maySee = useCan(filterInstruments)
  const states = bgPlanStates.filter((state) => state !== 'ISSUED' || maySee || getValues('state') === state)
  return (
    <SelectField
      name="state"
      options={optionsOf(states)}
      onEdit={(state) => state !== 'ISSUED' && setValue('instrumentId', null)}
      required
    />
  )
}

/** Whether the plan counts against its limit, and if not, why. */
function Counts() {
  const isRead = useFormMode() === 'view'
  const plan = useFormContext<BgPlan>().getValues()
  if (!isRead) return null
  return (
    <ReadValue label={translated(bgPlanColumnLabels.isCounted)}>{whyUncounted(plan, today()) ?? t('Yes')}</ReadValue>
  )
}
