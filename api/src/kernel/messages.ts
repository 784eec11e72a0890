import * as z from 'zod/mini'

/** What stands in a text where it has `{name}`. `field` is a field of the record by its name on the wire. */
export type Values = Readonly<Record<string, string | number>>

/** A sentence before its values are put in, by which it is found in another language, and the values. */
export const messageParts = z.object({
  text: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type MessageParts = z.infer<typeof messageParts>

/** What a person is told: the English sentence, and its parts where values stand in it. */
export const message = z.object({ message: z.string(), parts: z.optional(messageParts) })
export type Message = z.infer<typeof message>

const mark = /\{(\w+)\}/g

/** A text with the values put in; what has no value stays as it is. */
export const filled = (text: string, values: Values): string =>
  text.replaceAll(mark, (asWritten, name: string) => String(values[name] ?? asWritten))

type Marks<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Marks<Rest> : never

/** A text that is written out has to be given each of its values, and no other. */
type ValuesOf<Text extends string> = string extends Text
  ? [values?: Values]
  : [Marks<Text>] extends [never]
    ? []
    : [values: Readonly<Record<Marks<Text>, string | number>>]

/** A sentence for a person: `{name}` in the text stands for a value. */
export function messageOf<const Text extends string>(text: Text, ...[values]: ValuesOf<Text>): Message {
  return values === undefined ? { message: text } : { message: filled(text, values), parts: { text, values } }
}

/** A message as it is, or a sentence without values. */
export const asMessage = (given: Message | string): Message => (typeof given === 'string' ? messageOf(given) : given)

type Issue = Pick<z.core.$ZodIssue, 'message'> & {
  params?: Values | undefined
  maximum?: number | bigint
  minimum?: number | bigint
  values?: readonly z.core.util.Primitive[]
}

/** What a schema finds wrong with a value. In the text of a rule `{max}`, `{min}` and `{values}` are its bounds and choices, and any other name is one of its `params`. */
export function messageOfIssue({ message: text, params, maximum, minimum, values }: Issue): Message {
  const known: Record<string, unknown> = { max: maximum, min: minimum, values: values?.join(', '), ...params }
  const named = [...text.matchAll(mark)].map(([, name = '']): [string, string | number] => {
    const value = known[name]
    return [name, typeof value === 'number' ? value : String(value)]
  })
  return named.length === 0 ? { message: text } : messageOf(text, Object.fromEntries(named))
}
