import { Anchor } from '@mantine/core'
import { type BankFacilityChoice, getBankFacility } from '@plinth/api/guarantees/bank-facilities'
import { type Instrument, instrumentLabels } from '@plinth/api/guarantees/instruments'
import { Link } from '@tanstack/react-router'
import { useFormContext } from 'react-hook-form'
import { dash } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { ReadValue } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import { facilityPath } from './facility-name.ts'
import { useFacilityOptions } from './useFacilityOptions.ts'

const { SelectField } = fieldsOf(instrumentLabels)

type FacilityValues = Pick<Instrument, 'facilityId' | 'facilityName'>

interface Props {
  required: boolean
  /** Called with the limit that the user chooses. */
  onChoose: (facility: BankFacilityChoice) => void
}

/** The bank limit under which a guarantee is given, chosen among the limits in use. */
export function FacilityField(props: Props) {
  return useFormMode() === 'view' ? <FacilityRead /> : <FacilityChoice {...props} />
}

/** The name of the limit, a link to its figures for users who may see them. */
function FacilityRead() {
  const { facilityId, facilityName } = useFormContext<FacilityValues>().getValues()
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

function FacilityChoice({ required, onChoose }: Props) {
  const { facilities, options, hint } = useFacilityOptions({
    none: t('There is none yet: they are entered under Payments.'),
    usual: t('Under which the bank gives it'),
  })
  return (
    <SelectField
      name="facilityId"
      options={options}
      {...(hint && { description: hint })}
      required={required}
      onEdit={(chosen) => {
        const facility = facilities?.find(({ id }) => id === chosen)
        if (facility) onChoose(facility)
      }}
    />
  )
}
