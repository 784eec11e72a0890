import * as z from 'zod/mini'

/** The values for the `{name}` places of a text. `field` is a field of the record by its name on the wire. */
export type Values = Readonly<Record<string, string | number>>

/** A sentence before its values are put in, by which its translation is found, and the values. */
export const messageParts = z.object({
  text: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type MessageParts = z.infer<typeof messageParts>

/** A message to a person: the English sentence, and its parts if it has values. */
export const message = z.object({ message: z.string(), parts: z.optional(messageParts) })
export type Message = z.infer<typeof message>

const mark = /\{(\w+)\}/g

/** Puts the values into a text; a place without a value stays as it is. */
export const filled = (text: string, values: Values): string =>
  text.replaceAll(mark, (asWritten, name: string) => String(values[name] ?? asWritten))

type Marks<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Marks<Rest> : never

/** A literal text must get each of its values, and no others. */
type ValuesOf<Text extends string> = string extends Text
  ? [values?: Values]
  : [Marks<Text>] extends [never]
    ? []
    : [values: Readonly<Record<Marks<Text>, string | number>>]

/** Makes a message; `{name}` in the text stands for a value. */
export function messageOf<const Text extends string>(text: Text, ...[values]: ValuesOf<Text>): Message {
  return values === undefined ? { message: text } : { message: filled(text, values), parts: { text, values } }
}

/** A message as it is, or a sentence without values as a message. */
export const asMessage = (text: Message | string): Message => (typeof text === 'string' ? messageOf(text) : text)

type Issue = Pick<z.core.$ZodIssue, 'message'> & {
  params?: Values | undefined
  maximum?: number | bigint
  minimum?: number | bigint
  values?: readonly z.core.util.Primitive[]
}

/**
 * The message of a schema's fault. In the text of a rule `{max}`, `{min}` and `{values}` are its bounds and choices,
 * and any other name is one of its `params`.
 */
export function messageOfIssue({ message: text, params, maximum, minimum, values }: Issue): Message {
  const known: Record<string, unknown> = { max: maximum, min: minimum, values: values?.join(', '), ...params }
  const named = [...text.matchAll(mark)].map(([, name = '']): [string, string | number] => {
    const value = known[name]
    return [name, typeof value === 'number' ? value : String(value)]
  })
  return named.length === 0 ? { message: text } : messageOf(text, Object.fromEntries(named))
}
