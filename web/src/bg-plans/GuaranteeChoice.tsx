import { type BgPlan, bgPlanLabels } from '@plinth/api/bg-plans'
import { instrumentKinds, isBankGuarantee, statesUnderWay } from '@plinth/api/instrument-moves'
import { filterInstruments, getInstrument, type Instrument } from '@plinth/api/instruments'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { instrumentName } from '../instruments/instrument-name.ts'
import { call } from '../lib/call.ts'
import { dayText, rupees } from '../lib/format.ts'
import { t, translated } from '../lib/language.ts'
import { endpointKey } from '../lib/query-client.ts'
import { useCan } from '../lib/useCan.ts'
import { ReadValue } from '../ui/FieldGroup.tsx'
import { useFormMode } from '../ui/form-context.ts'
import { FoundField } from './FoundField.tsx'
import { GuaranteeLink } from './GuaranteeLink.tsx'

const label = translated(bgPlanLabels.instrumentId)

/** Those under the limit that is chosen in the surrounding form. */
function useFound(sought: string) {
  const facilityId = useWatch<Partial<BgPlan>, 'facilityId'>({ name: 'facilityId' })
  const body = {
    search: sought,
    kind: instrumentKinds.filter(isBankGuarantee),
    state: [...statesUnderWay],
    pagination: { page: 0, size: 20 },
    ...(facilityId && { facilityId: [facilityId] }),
  }
  const { data, error, isFetching } = useQuery({
    queryKey: endpointKey(filterInstruments, { body }),
    queryFn: ({ signal }) => call(filterInstruments, { body }, { signal }),
    placeholderData: keepPreviousData,
  })
  return { rows: data?.content, error, isFetching }
}

/** The guarantee that is chosen in the surrounding form. */
function useChosen(): Instrument | undefined {
  const id = useWatch<Partial<BgPlan>, 'instrumentId'>({ name: 'instrumentId' })
  const input = { params: { id: id ?? '' } }
  const { data } = useQuery({
    queryKey: endpointKey(getInstrument, input),
    queryFn: ({ signal }) => call(getInstrument, input, { signal }),
    enabled: Boolean(id),
  })
  return id ? data : undefined
}

const factsOf = ({ issuer, amount, expiresOn, securedFor }: Instrument) =>
  [issuer, rupees(amount), expiresOn && t('until {day}', { day: dayText(expiresOn) }), securedFor]
    .filter(Boolean)
    .join(' · ')

const none = (sought: string) =>
  sought
    ? t('No bank guarantee under this limit is like that')
    : t('No bank guarantee under this limit is under way: enter it first.')

/** The guarantee that a plan became, among the bank guarantees under its limit; of what is not issued there is none. */
export function GuaranteeChoice() {
  const mode = useFormMode()
  const state = useWatch<Partial<BgPlan>, 'state'>({ name: 'state' })
  const plan = useFormContext<BgPlan>().getValues()
  const maySee = useCan(filterInstruments)
  if (state !== 'ISSUED') return null
  if (mode !== 'view' && maySee) return <Choice />
  return (
    <ReadValue label={label}>
      <GuaranteeLink plan={plan} />
    </ReadValue>
  )
}

function Choice() {
  return (
    <FoundField
      name="instrumentId"
      label={label}
      description={t('Of the register, given under this limit: from now on it counts instead')}
      placeholder={t('Number, bank or beneficiary')}
      chosen={useChosen()}
      useFound={useFound}
      textOf={instrumentName}
      factsOf={factsOf}
      none={none}
    />
  )
}
