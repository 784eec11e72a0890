import { parseNumber } from '@plinth/api/kernel/amounts'

/** A typed step: a number of days, or invalid input as text. */
export type TypedStep = number | string

const isDays = (step: number | undefined): step is number =>
  step !== undefined && Number.isInteger(step) && step >= 0 && step <= 400

/** Reads typed steps without duplicates, in descending order; input that is no whole number from 0 to 400 stays at the end. */
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
