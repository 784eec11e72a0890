import type { InstrumentKind } from '@plinth/api/guarantees/instrument-moves'
import { useContext, useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { FormContext } from '../../ui/form/form-context.ts'
import { isNeeded, neededNames } from './instrument-needs.ts'

/** Requires the fields in the form that an issued paper of this kind must have; requires none while it is not issued. */
export function useNeeded(kind: InstrumentKind | null, isIssued: boolean): (name: string) => boolean {
  const { checks } = useContext(FormContext)
  const { getValues } = useFormContext()
  const due: string[] = kind !== null && isIssued ? neededNames.filter((name) => isNeeded(kind, name)) : []
  useEffect(() => {
    for (const name of neededNames) checks.delete(name)
    for (const name of due) checks.set(name, () => (getValues(name) ? undefined : 'is required'))
  })
  return (name) => due.includes(name)
}
