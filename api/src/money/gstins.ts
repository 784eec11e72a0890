import * as z from 'zod/mini'
import * as f from '../kernel/fields.ts'
import * as r from '../kernel/record.ts'
import { isStateCode } from '../kernel/states.ts'
import { gstinFault } from './identity.ts'

/** The maximum number of GSTINs of a party: more than one per State. */
const maxGstins = 60

/** A State as the first two digits of a GSTIN. */
export const stateCode = f.text(2).check(z.refine(isStateCode, { error: 'must be the code of a State' }))

/** A GSTIN in capitals, with a correct check digit. */
export const gstin = f.text(15).check(z.toUpperCase(), (context) => {
  const fault = gstinFault(context.value)
  if (fault?.kind === 'FORM')
    context.issues.push({ code: 'custom', input: context.value, message: 'has the form of no registration' })
  if (fault?.kind === 'CHECK_DIGIT')
    context.issues.push({
      code: 'custom',
      input: context.value,
      message: 'must end in {character}: its check digit is wrong',
      params: { character: fault.character },
    })
})

const validityDays = { heldFrom: f.optional(f.day), heldUntil: f.optional(f.day) }

/** A GSTIN in a request body; it is identified by its number, and its id is ignored. */
const gstinInput = z
  .strictObject({ gstin, ...validityDays, ...r.ignored('id', 'state') })
  .check(f.dayOrder<{ heldFrom?: unknown; heldUntil?: unknown }>('heldFrom', 'heldUntil'))
export type GstinInput = z.infer<typeof gstinInput>

export const gstinInputs = z.array(gstinInput).check(
  z.maxLength(maxGstins, { error: 'must be at most {max}' }),
  z.refine((inputs) => new Set(inputs.map((one) => one.gstin)).size === inputs.length, {
    error: 'must name each GSTIN once',
  }),
)
