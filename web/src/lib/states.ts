import { namesOf } from '@plinth/api/kernel/record'
import { isStateCode, states } from '@plinth/api/kernel/states'
import { dash } from './format.ts'
import { t, translated } from './language.ts'

/** The name of a State: Karnataka for 29. */
export const stateText = (code: string | null | undefined) =>
  code ? (isStateCode(code) ? translated(states[code]) : code) : dash

/** All States by name, with the first two digits of a GSTIN. */
export const stateOptions = namesOf(states)
  .map((code) => ({ value: code, label: t('{state} ({code})', { state: stateText(code), code }) }))
  .toSorted((one, other) => one.label.localeCompare(other.label))
