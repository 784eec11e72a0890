import type { BankFacilityChoice } from '@plinth/api/guarantees/bank-facilities'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { FacilityField } from '../bank-facilities/FacilityField.tsx'

interface Typed {
  issuer?: string | null
  branch?: string | null
  planId?: string | null
}

/** Which of them is filled in from which of the limit. */
const filled = [
  ['issuer', 'bank'],
  ['branch', 'branch'],
] as const

/** The bank of the limit is the one that gives the guarantee, unless something else is typed. What was planned keeps to some limit. */
export function LimitField() {
  const { setValue, getValues } = useFormContext<Typed>()
  const [before, setBefore] = useState<BankFacilityChoice>()
  function take(facility: BankFacilityChoice) {
    for (const [name, from] of filled) {
      const typed = getValues(name)
      if (!typed || typed === before?.[from]) setValue(name, facility[from], { shouldDirty: true })
    }
    setBefore(facility)
  }
  return <FacilityField required={Boolean(getValues('planId'))} onChoose={take} />
}
