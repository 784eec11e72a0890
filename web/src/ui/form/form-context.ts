import { type Message } from '@plinth/api/kernel/messages'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { t, translated, worded } from '../../lib/language.ts'

export type FormMode = 'view' | 'create' | 'edit'

/** A value in words where it stands beside another version of itself. */
export type TextOf = (value: unknown, other: unknown) => string

/** What a field finds wrong with what is typed into it, beyond what the wire's schema can see. */
export type Check = () => string | undefined

/** What the fields of one form know of each other. */
export interface FormSurroundings {
  mode: FormMode
  /** What each field is called on the screen, for messages that speak of it elsewhere. */
  labels: Map<string, string>
  /** How the values of some fields are written there; the others are plain. */
  texts: Map<string, TextOf>
  checks: Map<string, Check>
  /** Fields that follow from each other, so that two versions of them cannot be mixed. */
  together: Set<readonly string[]>
}

const noSurroundings = (): Omit<FormSurroundings, 'mode'> => ({
  labels: new Map(),
  texts: new Map(),
  checks: new Map(),
  together: new Set(),
})

export const FormContext = createContext<FormSurroundings>({ mode: 'view', ...noSurroundings() })

/** What a form of this mode begins with; the same object as long as the mode is. */
export function useSurroundings(mode: FormMode) {
  const [known] = useState(noSurroundings)
  return useMemo(() => ({ mode, ...known }), [mode, known])
}

/** Tells the fold of a form which fields stand in it; nothing where they stand in none. */
export const FoldContext = createContext<((name: string) => void) | null>(null)

/** What follows from each other of these fields is chosen together where somebody else saved in between; the same names each time. */
export function useTogether(names: readonly string[]) {
  const { together } = useContext(FormContext)
  useEffect(() => {
    together.add(names)
    return () => void together.delete(names)
  }, [together, names])
}

export const useFormMode = () => useContext(FormContext).mode

/** The mode is the end of the path: create or new, edit (or edit/{id}), else view. */
export function modeOf(pathname: string): FormMode {
  const [last, before] = pathname.split('/').filter(Boolean).reverse()
  if (last === 'create' || last === 'new') return 'create'
  return last === 'edit' || before === 'edit' ? 'edit' : 'view'
}

/** What a form over one record is called. */
export const titles = (noun: string): Record<Exclude<FormMode, 'view'>, string> => ({
  create: translated(`New ${noun}`),
  edit: translated(`Edit ${noun}`),
})

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/** A fault as a sentence. The wire's messages are its end ('must be at most 100 characters'), and name fields its way. */
export function faultText(labels: Map<string, string>, name: string, said: Message, value: unknown): string {
  const saysSo = said.message.endsWith('is required')
  const fault = isEmpty(value) && !saysSo ? { message: 'is required' } : said
  const end = worded(fault, labels)
  return /^[a-z]/.test(fault.message) ? t('{label} {fault}', { label: labels.get(name) ?? name, fault: end }) : end
}

/** The faults that are said in full, whatever the field holds. */
export const faultSources = { server: 'server', field: 'field' } as const

/** What the form keeps of a fault: who found it, and what is told. */
export type FormFault = Message & { type: 'wire' | keyof typeof faultSources }

/** What is wrong with a field that holds this value, as a sentence. */
export function sayFault(labels: Map<string, string>, name: string, fault: object, value: unknown): string {
  // The form knows its faults by a type of its own, which has no parts.
  const { type, ...said } = fault as FormFault
  return faultText(labels, name, said, type in faultSources || value)
}
