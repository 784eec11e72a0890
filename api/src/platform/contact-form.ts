import * as z from 'zod/mini'
import * as f from '../kernel/fields.ts'
import { namesOf } from '../kernel/record.ts'

/** No characters that end a line or control a screen: they could split a mail header in two. */
const unbroken = z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, { error: 'must be a single line without control characters' })
/** A text of one line and at most `max` characters. */
export const line = (max: number) => z.pipe(z.string().check(unbroken), f.text(max))

/** The most characters of a name and of a message. */
export const contactLimits = { name: 100, message: 5_000 }
const fewestCharacters = 10

/** The fields of a visitor's form. `contactFault` reports missing or invalid ones, in its own order. */
export const visitorFields = {
  name: z._default(line(contactLimits.name), ''),
  email: z._default(line(1_000), ''),
  mobile: z._default(line(1_000), ''),
  message: z._default(f.text(contactLimits.message), ''),
}
type VisitorField = keyof typeof visitorFields
const visitorFieldNames = namesOf(visitorFields)

/**
 * The first fault of a filled-in form, as the field to correct and the sentence to show: first any missing field, then
 * e-mail, mobile number and length of the message. Undefined when the form can be sent.
 */
export function contactFault(
  values: Readonly<Record<VisitorField, string>>,
): { path: VisitorField; message: string } | undefined {
  const empty = visitorFieldNames.find((name) => values[name].trim() === '')
  if (empty) return { path: empty, message: 'All fields are required.' }
  if (!f.email.safeParse(values.email).success) return { path: 'email', message: 'Please enter a valid email address.' }
  if (!f.mobile.safeParse(values.mobile).success)
    return { path: 'mobile', message: 'Please enter a valid mobile number.' }
  if (values.message.trim().length < fewestCharacters)
    return { path: 'message', message: 'Message should be at least 10 characters long.' }
  return undefined
}
