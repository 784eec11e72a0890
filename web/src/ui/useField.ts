import { useContext, useEffect } from 'react'
import { useController } from 'react-hook-form'
import { type Check, FormContext, faultText, isTold, type TextOf } from './form-context.ts'

export const fieldId = (name: string) => `field-${name}`

interface Options {
  textOf?: TextOf
  check?: Check
}

/** One field of the surrounding form: its value, how to change it, its fault as a sentence, and the form's mode. */
export function useField(name: string, label: string, { textOf, check }: Options = {}) {
  const { mode, labels, texts, checks } = useContext(FormContext)
  const { field, fieldState } = useController({ name })
  useEffect(() => {
    labels.set(name, label)
    if (textOf) texts.set(name, textOf)
    if (check) checks.set(name, check)
  }, [labels, texts, checks, name, label, textOf, check])
  const { error } = fieldState
  return {
    mode,
    value: field.value as unknown,
    set: field.onChange as (value: unknown) => void,
    /** For the input element, so that a link in the summary of faults finds it. */
    input: {
      id: fieldId(name),
      ref: field.ref,
      onBlur: field.onBlur,
      error: error && faultText(labels, name, error.message ?? 'is not valid', isTold(error) ? true : field.value),
    },
  }
}
