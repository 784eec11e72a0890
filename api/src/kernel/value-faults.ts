import type * as z from 'zod/mini'

/**
 * The faults of a value by its kind, for fields without a text of their own, in our words instead of the validator's.
 * `messageOfIssue` puts in the bounds and choices.
 */
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

function kindFault(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): Fault {
  if (issue.input === undefined) return 'missing'
  return issue.input === null ? 'empty' : (ofKinds[issue.expected] ?? 'other')
}

type Sized = 'large' | 'small'
const bounds: Readonly<Record<Sized, Readonly<Record<'text' | 'list' | 'in' | 'out', Fault>>>> = {
  large: { text: 'longText', list: 'longList', in: 'large', out: 'tooLarge' },
  small: { text: 'shortText', list: 'shortList', in: 'small', out: 'tooSmall' },
}

function sizeFault(sized: Sized, origin: string, isIn: boolean | undefined): Fault {
  const kind = origin === 'string' ? 'text' : origin === 'array' ? 'list' : isIn ? 'in' : 'out'
  return bounds[sized][kind]
}

function faultOf(issue: z.core.$ZodRawIssue): Fault {
  if (issue.code === 'invalid_type') return kindFault(issue)
  if (issue.code === 'invalid_value') return 'oneOf'
  if (issue.code === 'too_big') return sizeFault('large', issue.origin, issue.inclusive)
  if (issue.code === 'too_small') return sizeFault('small', issue.origin, issue.inclusive)
  return issue.code === 'unrecognized_keys' ? 'unknown' : 'other'
}

/** The fault of a value, as a person reads it. */
export const valueFault = (issue: z.core.$ZodRawIssue): string => valueFaults[faultOf(issue)]
