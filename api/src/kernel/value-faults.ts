import type * as z from 'zod/mini'

/** What may be wrong with a value by its kind alone, where its field says nothing of its own: in our words, not the validator's. */
export const valueFaults = {
  missing: 'is required',
  empty: 'must not be empty',
  string: 'must be a text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must have named fields',
  oneOf: 'must be one of {values}',
  longText: 'must be at most {max} characters',
  longList: 'must have at most {max} entries',
  large: 'must be at most {max}',
  tooLarge: 'must be less than {max}',
  shortText: 'must have at least {min} characters',
  shortList: 'must have at least {min} entries',
  small: 'must be at least {min}',
  tooSmall: 'must be more than {min}',
  unknown: 'is not a known field',
  other: 'has a value that it cannot have',
} as const
type Fault = keyof typeof valueFaults

const ofKinds: Readonly<Record<string, Fault>> = {
  string: 'string',
  number: 'number',
  int: 'int',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
  record: 'object',
}

const sentence = (fault: Fault, value: unknown = '') => valueFaults[fault].replace(/\{\w+\}/, String(value))

function kindFault(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): Fault {
  if (issue.input === undefined) return 'missing'
  return issue.input === null ? 'empty' : (ofKinds[issue.expected] ?? 'other')
}

type Sized = 'large' | 'small'
const bounds: Readonly<Record<Sized, Readonly<Record<'text' | 'list' | 'in' | 'out', Fault>>>> = {
  large: { text: 'longText', list: 'longList', in: 'large', out: 'tooLarge' },
  small: { text: 'shortText', list: 'shortList', in: 'small', out: 'tooSmall' },
}

function sizeFault(sized: Sized, origin: string, isIn: boolean | undefined, bound: unknown): string {
  const kind = origin === 'string' ? 'text' : origin === 'array' ? 'list' : isIn ? 'in' : 'out'
  return sentence(bounds[sized][kind], bound)
}

/** What is wrong with a value, as a person is told it. */
export function valueFault(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') return sentence(kindFault(issue))
  if (issue.code === 'invalid_value') return sentence('oneOf', issue.values.map(String).join(', '))
  if (issue.code === 'too_big') return sizeFault('large', issue.origin, issue.inclusive, issue.maximum)
  if (issue.code === 'too_small') return sizeFault('small', issue.origin, issue.inclusive, issue.minimum)
  return sentence(issue.code === 'unrecognized_keys' ? 'unknown' : 'other')
}
