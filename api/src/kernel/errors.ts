import * as z from 'zod/mini'

/** Every answer that is not a success has this shape; `fields` names what to mend, by its wire name. */
export const errorAnswer = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})
export type ErrorAnswer = z.infer<typeof errorAnswer>
