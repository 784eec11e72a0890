import { createContext, useContext } from 'react'

export type FormMode = 'view' | 'create' | 'edit'

/** A value in words where it stands beside another version of itself. */
export type TextOf = (value: unknown, other: unknown) => string

interface FormSurroundings {
  mode: FormMode
  /** What each field is called on the screen, for messages that speak of it elsewhere. */
  labels: Map<string, string>
  /** How the values of some fields are written there; the others are plain. */
  texts: Map<string, TextOf>
}

export const FormContext = createContext<FormSurroundings>({ mode: 'view', labels: new Map(), texts: new Map() })

export const useFormMode = () => useContext(FormContext).mode

/** The mode is the end of the path: create or new, edit (or edit/{id}), else view. */
export function modeOf(pathname: string): FormMode {
  const [last, before] = pathname.split('/').filter(Boolean).reverse()
  if (last === 'create' || last === 'new') return 'create'
  return last === 'edit' || before === 'edit' ? 'edit' : 'view'
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/** A fault as a sentence. The wire's messages are its end ('must be at most 100 characters'), and name fields its way. */
export function faultText(labels: Map<string, string>, name: string, message: string, value: unknown): string {
  const saysSo = message.endsWith('is required')
  const end = isEmpty(value) && !saysSo ? 'is required' : message.replaceAll(/\w+/g, (word) => labels.get(word) ?? word)
  return /^[a-z]/.test(end) ? `${labels.get(name) ?? name} ${end}` : end
}
