import { Checkbox } from '@mantine/core'
import { refundRequestLabels } from '@plinth/api/deposits/refund-requests'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { decimal } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useField } from '../../ui/form/FieldState.tsx'
import type { Typed } from './request-form.ts'
import type { Checked } from './useLetter.ts'

const yesNo = (value: unknown) => (value === true ? t('Yes') : t('No'))

/** After so many contacts the proposal is told with its reason. */
const contactsWithOffice = 2

/** Whether the letter goes to the office above, where there is one: as is proposed, until somebody says it. */
export function AddresseeField({ checked }: { checked: Checked | undefined }) {
  const { value, set, input } = useField('toParent', translated(refundRequestLabels.toParent), { textOf: yesNo })
  const { setValue } = useFormContext<Typed>()
  const officeId = useWatch<Typed, 'officeId'>({ name: 'officeId' })
  const before = useRef(officeId)
  // What was said of one office says nothing of another.
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
