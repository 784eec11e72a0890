import type { InstrumentKind } from '@plinth/api/guarantees/instrument-moves'
import { useContext, useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { FormContext } from '../../ui/form/form-context.ts'
import { isNeeded, neededNames } from './instrument-needs.ts'

/** Keeps a form from being saved without what an issued paper has to say, of this kind; of none as long as it is not issued. */
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
