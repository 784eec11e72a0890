import { type BgPlan, bgPlanLabels } from '@plinth/api/guarantees/bg-plans'
import { instrumentKinds, isBankGuarantee, statesUnderWay } from '@plinth/api/guarantees/instrument-moves'
import { filterInstruments, type Instrument } from '@plinth/api/guarantees/instruments'
import { useFormContext, useWatch } from 'react-hook-form'
import { dayText, rupees } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { FixedValue } from '../../ui/form/FieldGroup.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import { RecordField, useFoundRows } from '../../ui/form/RecordField.tsx'
import { instrumentName } from '../instruments/instrument-name.ts'
import { useChosenInstrument } from '../instruments/useChosenInstrument.ts'
import { GuaranteeLink } from './GuaranteeLink.tsx'

const label = translated(bgPlanLabels.instrumentId)

/** The guarantees under the limit that is chosen in the surrounding form. */
function useGuarantees(words: string) {
  const facilityId = useWatch<Partial<BgPlan>, 'facilityId'>({ name: 'facilityId' })
  return useFoundRows(filterInstruments, {
    search: words,
    kind: instrumentKinds.filter(isBankGuarantee),
    state: [...statesUnderWay],
    ...(facilityId && { facilityId: [facilityId] }),
  })
}

const factsOf = ({ issuer, amount, expiresOn, securedFor }: Instrument) =>
  [issuer, rupees(amount), expiresOn && t('until {day}', { day: dayText(expiresOn) }), securedFor]
    .filter(Boolean)
    .join(' · ')

const none = (words: string) =>
  words
    ? t('No bank guarantee under this limit is like that')
    : t('No bank guarantee under this limit is under way: enter it first.')

/** Chooses the guarantee that a plan became, among the bank guarantees under its limit; only for an issued plan. */
export function GuaranteeChoice() {
  const mode = useFormMode()
  const state = useWatch<Partial<BgPlan>, 'state'>({ name: 'state' })
  const plan = useFormContext<BgPlan>().getValues()
  const maySee = useCan(filterInstruments)
  if (state !== 'ISSUED') return null
  if (mode !== 'view' && maySee) return <Choice />
  return (
    <FixedValue label={label}>
      <GuaranteeLink plan={plan} />
    </FixedValue>
  )
}

function Choice() {
  return (
    <RecordField
      name="instrumentId"
      label={label}
      description={t('Of the register, given under this limit: from now on it counts instead')}
      placeholder={t('Number, bank or beneficiary')}
      chosen={useChosenInstrument()}
      useFound={useGuarantees}
      textOf={instrumentName}
      factsOf={factsOf}
      none={none}
      required
      wide
      openOnFocus={false}
    />
  )
}
