import * as z from 'zod/mini'
import { id, optional, text } from './fields.ts'

const emptyIsNothing = z.transform((input: unknown) => (input === '' ? undefined : input))

/** A filter by a value of the schema; an empty text, which a form sends for an empty field, filters nothing. */
export const filterBy = <T extends z.core.$ZodType>(schema: T) =>
  optional(z.pipe(emptyIsNothing, z.optional(schema))) as unknown as ReturnType<typeof optional<T>>

/** Whether a schema belongs to a filter by a value, which also accepts an empty text. */
export const takesEmpty = ({ _zod: { def } }: z.core.$ZodType) => 'in' in def && def.in === emptyIsNothing

/** A filter by one value or several; empty texts, which a select sends for "any", filter nothing. */
export function anyOf<const V extends readonly string[]>(values: V) {
  const one = z.union([z.enum(values), z.literal('')])
  return optional(
    z.pipe(
      z.union([z.array(one), one]),
      z.transform((input) => [input].flat().filter((value): value is V[number] => value !== '')),
    ),
  )
}

/** A filter by one value of the schema or several; empty texts filter nothing. */
function several(schema: z.ZodMiniType<string, string>) {
  const one = z.union([schema, z.literal('')])
  return optional(
    z.pipe(
      z.union([z.array(one), one]),
      z.transform((input) => [input].flat().filter((value) => value !== '')),
    ),
  )
}

/** A filter by whole texts. */
export const anyTexts = (max: number) => several(text(max))

/** A filter by records. */
export const anyIds = several(id)

/** How many characters must be typed before names are suggested. */
export const minNameKeyword = 3

export const nameKeyword = text(100).check(
  z.minLength(minNameKeyword, { error: 'must have at least {min} characters' }),
)

/** A filter that matches any part of a text, ignoring case. */
export const textFilter = optional(text(200))
