import type { BankFacilityChoice } from '@plinth/api/guarantees/bank-facilities'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { FacilityField } from '../bank-facilities/FacilityField.tsx'

interface FormValues {
  issuer?: string | null
  branch?: string | null
  planId?: string | null
}

/** Fields of the instrument, each with the field of the limit that fills it in. */
const filledFields = [
  ['issuer', 'bank'],
  ['branch', 'branch'],
] as const

/** Choosing a limit fills in its bank and branch unless the user typed others. A planned guarantee must have a limit. */
export function LimitField() {
  const { setValue, getValues } = useFormContext<FormValues>()
  const [before, setBefore] = useState<BankFacilityChoice>()
  function fillFrom(facility: BankFacilityChoice) {
    for (const [name, from] of filledFields) {
      const value = getValues(name)
      if (!value || value === before?.[from]) setValue(name, facility[from], { shouldDirty: true })
    }
    setBefore(facility)
  }
  return <FacilityField required={Boolean(getValues('planId'))} onChoose={fillFrom} />
}
