import { dash } from '../../lib/format.ts'
import { useField } from './FieldState.tsx'
import type { Check } from './form-context.ts'

interface Option {
  value: string
  label: string
}

export interface SeveralProps {
  name: string
  label: string
  options: readonly Option[]
  description?: string
  required?: boolean
  /** A fault that depends on other fields. */
  check?: Check
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

/** Several values of a field in the order of the options, values that are not offered last. */
export function useSeveral({ name, label, options, check }: SeveralProps, goneText?: string) {
  const called = (value: string) => options.find((option) => option.value === value)?.label ?? goneText ?? value
  const textOf = (value: unknown) => textsIn(value).map(called).join(', ') || dash
  const field = useField(name, label, { textOf, ...(check && { check }) })
  return { ...field, called, textOf, chosen: textsIn(field.value) }
}
