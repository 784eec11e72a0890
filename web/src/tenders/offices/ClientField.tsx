import { Anchor } from '@mantine/core'
import { getParty, listPartyChoices, partyChoiceName } from '@plinth/api/money/parties'
import { type Office, officeLabels } from '@plinth/api/tenders/offices'
import { Link } from '@tanstack/react-router'
import { useFormContext } from 'react-hook-form'
import { dash } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { ReadValue } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'

const { SelectField } = fieldsOf(officeLabels)

/** The client of an office, chosen among the existing ones; in view mode a link for users who may see payments. */
export function ClientField() {
  const isRead = useFormMode() === 'view'
  const mayOpen = useCan(getParty)
  const { partyId, partyName } = useFormContext<Office>().getValues()
  const { data, error } = useRecord(listPartyChoices, { enabled: !isRead, query: { kind: 'CLIENT' } })
  if (isRead)
    return (
      <ReadValue label={translated(officeLabels.partyId)}>
        {partyId && mayOpen ? (
          <Anchor component={Link} to={`/payments/parties/${partyId}`} inherit underline="always">
            {partyName}
          </Anchor>
        ) : (
          (partyName ?? dash)
        )}
      </ReadValue>
    )
  // Shows the name of the present client until the choices are loaded.
  const offered = data ?? (partyId ? [{ id: partyId, legalName: partyName ?? '', place: null }] : [])
  return (
    <SelectField
      name="partyId"
      options={offered.map((party) => ({ value: party.id, label: partyChoiceName(party) }))}
      description={error ? t('Failed to fetch parties') : t('Empty: the client that the department names')}
    />
  )
}
