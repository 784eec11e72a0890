import { parseNumber } from '@plinth/api/kernel/amounts'

/** A step as it is typed: days, or what is none, which stays as it is. */
export type TypedStep = number | string

const isDays = (step: number | undefined): step is number =>
  step !== undefined && Number.isInteger(step) && step >= 0 && step <= 400

/** What was typed, each once, the longest before first; what is no whole day from 0 to 400 stays, at the end. */
export function readSteps(typed: readonly string[]): TypedStep[] {
  const read = typed.map((text) => [text, parseNumber(text)] as const)
  const days = new Set(read.flatMap(([, step]) => (isDays(step) ? [step] : [])))
  const others = new Set(read.flatMap(([text, step]) => (isDays(step) ? [] : [text])))
  return [...[...days].toSorted((one, other) => other - one), ...others]
}

/** The steps that a field of the form holds. */
export const stepsIn = (value: unknown): TypedStep[] =>
  Array.isArray(value)
    ? value.filter((step): step is TypedStep => typeof step === 'number' || typeof step === 'string')
    : []
