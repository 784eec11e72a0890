import { createContext, useContext, useMemo, useState } from 'react'
import { t, translated } from '../lib/language.ts'

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

/** A message of the wire with the fields that it names called as on the screen: only their names are written likeThis. */
export const spoken = (labels: Map<string, string>, message: string) =>
  translated(message.replaceAll(/\b[a-z]+[A-Z]\w*/g, (name) => labels.get(name) ?? name))

/** A fault as a sentence. The wire's messages are its end ('must be at most 100 characters'), and name fields its way. */
export function faultText(labels: Map<string, string>, name: string, message: string, value: unknown): string {
  const saysSo = message.endsWith('is required')
  const english = isEmpty(value) && !saysSo ? 'is required' : message
  const end = spoken(labels, english)
  return /^[a-z]/.test(english) ? t('{label} {fault}', { label: labels.get(name) ?? name, fault: end }) : end
}

/** The faults that are said in full, whatever the field holds. */
export const faultSources = { server: 'server', field: 'field' } as const

const isReported = ({ type }: { type?: unknown }) => type === faultSources.server || type === faultSources.field

/** What is wrong with a field that holds this value, as a sentence. */
export function sayFault(
  labels: Map<string, string>,
  name: string,
  { type, message }: { type?: unknown; message?: unknown },
  value: unknown,
): string {
  return faultText(labels, name, typeof message === 'string' ? message : 'is not valid', isReported({ type }) || value)
}
