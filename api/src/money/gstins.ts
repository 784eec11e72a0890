import * as z from 'zod/mini'
import * as f from '../kernel/fields.ts'
import * as r from '../kernel/record.ts'
import { gstinFault, isStateCode } from './identity.ts'

// The registrations of a party for the tax on goods and services.

/** The most registrations of a party: one a State, and some more. */
const maxGstins = 60

/** A State by the two digits that a GSTIN begins with. */
export const stateCode = f.text(2).check(z.refine(isStateCode, { error: 'must be the code of a State' }))

/** A GSTIN in capitals, with the check digit that belongs to it. */
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

const held = { heldFrom: f.optional(f.day), heldUntil: f.optional(f.day) }

/** A registration as it is sent: it is known by its number, whatever id is sent along. */
const givenGstin = z
  .strictObject({ gstin, ...held, ...r.ignored('id', 'state') })
  .check(f.dayOrder<{ heldFrom?: unknown; heldUntil?: unknown }>('heldFrom', 'heldUntil'))
export type GivenGstin = z.infer<typeof givenGstin>

export const givenGstins = z.array(givenGstin).check(
  z.maxLength(maxGstins, { error: 'must be at most {max}' }),
  z.refine((given) => new Set(given.map((one) => one.gstin)).size === given.length, {
    error: 'must name each GSTIN once',
  }),
)
