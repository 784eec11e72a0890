import { Anchor } from '@mantine/core'
import { type BankFacilityChoice, getBankFacility } from '@plinth/api/bank-facilities'
import { type Instrument, instrumentLabels } from '@plinth/api/instruments'
import { Link } from '@tanstack/react-router'
import { useFormContext, useFormState } from 'react-hook-form'
import { dash } from '../lib/format.ts'
import { t, translated } from '../lib/language.ts'
import { useCan } from '../lib/useCan.ts'
import { ReadValue } from '../ui/FieldGroup.tsx'
import { fieldsOf } from '../ui/fields-of.tsx'
import { useFormMode } from '../ui/form-context.ts'
import { facilityPath } from './facility-name.ts'
import { useFacilities } from './useFacilities.ts'

const { SelectField } = fieldsOf(instrumentLabels)

type OfFacility = Pick<Instrument, 'facilityId' | 'facilityName'>

interface Props {
  required: boolean
  /** Told of the limit that the user chooses. */
  onChoose: (facility: BankFacilityChoice) => void
}

/** The limit of a bank under which a guarantee is given, chosen among those in use. */
export function FacilityField(props: Props) {
  return useFormMode() === 'view' ? <FacilityRead /> : <FacilityChoice {...props} />
}

/** Its name, which leads to its figures whoever may see them. */
function FacilityRead() {
  const { facilityId, facilityName } = useFormContext<OfFacility>().getValues()
  const maySee = useCan(getBankFacility)
  return (
    <ReadValue label={translated(instrumentLabels.facilityId)}>
      {facilityId && maySee ? (
        <Anchor component={Link} to={facilityPath({ id: facilityId })} inherit underline="always">
          {facilityName}
        </Anchor>
      ) : (
        facilityName || dash
      )}
    </ReadValue>
  )
}

function hintOf({ facilities, hasFailed }: ReturnType<typeof useFacilities>): string {
  if (hasFailed) return t('Failed to fetch bank limits')
  if (facilities?.every(({ isActive }) => !isActive)) return t('There is none yet: they are entered under Payments.')
  return t('Under which the bank gives it')
}

function FacilityChoice({ required, onChoose }: Props) {
  const found = useFacilities()
  const { facilities = [] } = found
  const { defaultValues } = useFormState<OfFacility>()
  const { facilityId: presentId, facilityName = '' } = defaultValues ?? {}
  // The one that it has stays one of them when it is no longer in use, and has its name until the others are there.
  const offered = facilities.filter(({ id, isActive }) => isActive || id === presentId)
  const present =
    presentId && offered.every(({ id }) => id !== presentId) ? [{ value: presentId, label: facilityName ?? '' }] : []
  return (
    <SelectField
      name="facilityId"
      options={[...present, ...offered.map(({ id, facilityName: name }) => ({ value: id, label: name }))]}
      description={hintOf(found)}
      required={required}
      onEdit={(chosen) => {
        const facility = facilities.find(({ id }) => id === chosen)
        if (facility) onChoose(facility)
      }}
    />
  )
}
