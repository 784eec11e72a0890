import { Checkbox } from '@mantine/core'
import { refundRequestLabels } from '@plinth/api/deposits/refund-requests'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { decimal } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useField } from '../../ui/form/FieldState.tsx'
import type { FormValues } from './request-form.ts'
import type { Checked } from './useLetter.ts'

const yesNo = (value: unknown) => (value === true ? t('Yes') : t('No'))

/** From this many contacts on, the field gives the reason for its proposal. */
const contactsWithOffice = 2

/** Whether the letter goes to the office above, if there is one. It shows the proposal until the user chooses. */
export function AddresseeField({ checked }: { checked: Checked | undefined }) {
  const { value, set, input } = useField('toParent', translated(refundRequestLabels.toParent), { textOf: yesNo })
  const { setValue } = useFormContext<FormValues>()
  const officeId = useWatch<FormValues, 'officeId'>({ name: 'officeId' })
  const before = useRef(officeId)
  // A choice for one office does not count for another one.
  useEffect(() => {
    if (before.current !== officeId) setValue('toParent', undefined)
    before.current = officeId
  }, [officeId, setValue])
  if (!checked?.parentName) return null
  const { parentName, toParent, contactsBefore } = checked
  return (
    <div data-wide>
      <Checkbox
        {...input}
        label={t('To the office above: {name}', { name: parentName })}
        {...(contactsBefore >= contactsWithOffice && {
          description: t(
            'The office was asked for these deposits {count} times: from the third contact on letters go to the office above.',
            {
              count: decimal(contactsBefore),
            },
          ),
        })}
        checked={typeof value === 'boolean' ? value : toParent}
        onChange={({ currentTarget }) => set(currentTarget.checked)}
      />
    </div>
  )
}
