import { useEffect } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { plainText } from '../lib/format.ts'
import { part } from '../ui/Part.tsx'
import { repeatField } from './repeat-field.ts'

// Few numbers are entered twice.
const RepeatOffer = part(() => import('./RepeatOffer.tsx'), 'RepeatOffer')

/** Asks once the server has answered that the number in this field is stored already. Another number is asked about anew. */
export function RepeatGuard({ name }: { name: string }) {
  const { getValues, setValue, clearErrors } = useFormContext()
  const number = plainText(useWatch({ name }))
  const { errors } = useFormState({ name: repeatField })
  useEffect(() => {
    if (getValues(repeatField)) setValue(repeatField, null)
    clearErrors(repeatField)
  }, [number, getValues, setValue, clearErrors])
  return errors[repeatField] && <RepeatOffer />
}
