import { type Message } from '@plinth/api/kernel/messages'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { t, translated, worded } from '../../lib/language.ts'

export type FormMode = 'view' | 'create' | 'edit'

/** Formats a value where it is shown beside another version of itself. */
export type TextOf = (value: unknown, other: unknown) => string

/** Checks a field beyond the wire's schema; returns its fault. */
export type Check = () => string | undefined

/** State that the fields of one form share. */
export interface FormSurroundings {
  mode: FormMode
  /** The label of each field, for messages elsewhere that mention it. */
  labels: Map<string, string>
  /** The formatters of fields; fields without one are plain. */
  texts: Map<string, TextOf>
  checks: Map<string, Check>
  /** Groups of dependent fields, two versions of which cannot be mixed. */
  together: Set<readonly string[]>
}

const noSurroundings = (): Omit<FormSurroundings, 'mode'> => ({
  labels: new Map(),
  texts: new Map(),
  checks: new Map(),
  together: new Set(),
})

export const FormContext = createContext<FormSurroundings>({ mode: 'view', ...noSurroundings() })

/** The initial surroundings of a form in this mode; the same object while the mode is unchanged. */
export function useSurroundings(mode: FormMode) {
  const [known] = useState(noSurroundings)
  return useMemo(() => ({ mode, ...known }), [mode, known])
}

/** Registers a field with the fold that contains it; null outside of a fold. */
export const FoldContext = createContext<((name: string) => void) | null>(null)

/** Declares fields that depend on each other, to be chosen together in a conflict. Pass the same array each time. */
export function useTogether(names: readonly string[]) {
  const { together } = useContext(FormContext)
  useEffect(() => {
    together.add(names)
    return () => void together.delete(names)
  }, [together, names])
}

export const useFormMode = () => useContext(FormContext).mode

/** The mode from the end of the path: create or new, edit (or edit/{id}), else view. */
export function modeOf(pathname: string): FormMode {
  const [last, before] = pathname.split('/').filter(Boolean).reverse()
  if (last === 'create' || last === 'new') return 'create'
  return last === 'edit' || before === 'edit' ? 'edit' : 'view'
}

/** The titles of a form over one record. */
export const titles = (noun: string): Record<Exclude<FormMode, 'view'>, string> => ({
  create: translated(`New ${noun}`),
  edit: translated(`Edit ${noun}`),
})

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/** A fault as a sentence. The wire's messages are its end ('must be at most 100 characters'), and name fields by their wire names. */
export function faultText(labels: Map<string, string>, name: string, message: Message, value: unknown): string {
  const saysSo = message.message.endsWith('is required')
  const fault = isEmpty(value) && !saysSo ? { message: 'is required' } : message
  const end = worded(fault, labels)
  return /^[a-z]/.test(fault.message) ? t('{label} {fault}', { label: labels.get(name) ?? name, fault: end }) : end
}

/** The sources of faults whose message is shown unchanged, whatever the field holds. */
export const faultSources = { server: 'server', field: 'field' } as const

/** A fault as the form stores it: its source and its message. */
export type FormFault = Message & { type: 'wire' | keyof typeof faultSources }

/** The fault of a field with this value, as a sentence. */
export function sayFault(labels: Map<string, string>, name: string, fault: object, value: unknown): string {
  // The form types its faults without `parts`.
  const { type, ...message } = fault as FormFault
  return faultText(labels, name, message, type in faultSources || value)
}
