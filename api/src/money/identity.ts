import { isStateCode, type StateCode } from '../kernel/states.ts'

/**
 * The forms of the numbers that Indian authorities and banks give to persons and companies, and the check digit of a
 * GSTIN. Numbers are trimmed and written in capitals first. The database has the same rules (`app.is_gstin_form`,
 * `app.gstin_check_character` and the checks of `parties`).
 */

/** A number in its stored form: trimmed and in capitals. */
export const asIdentity = (text: string): string => text.trim().toUpperCase()

const forms = {
  /** The GSTIN of a supplier: characters 3 to 12 are the PAN. */
  registration: /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z][Z1-9ABD-J][0-9A-Z]$/,
  /** The GSTIN of a tax deductor: a TAN takes the place of the PAN. */
  deductor: /^[0-9]{2}[A-Z]{4}[A-Z0-9][0-9]{4}[A-Z][1-9A-Z]D[0-9A-Z]$/,
  /** The fourth letter is the kind of holder: a person, a company, a firm, a government. */
  pan: /^[A-Z]{3}[ABCFGHJLPTE][A-Z][0-9]{4}[A-Z]$/,
  tan: /^[A-Z]{4}[0-9]{5}[A-Z]$/,
  ifsc: /^[A-Z]{4}0[A-Z0-9]{6}$/,
  pin: /^[1-9][0-9]{5}$/,
  udyam: /^UDYAM-[A-Z]{2}-[0-9]{2}-[0-9]{7}$/,
} as const
export const { pan: panForm, tan: tanForm, ifsc: ifscForm, pin: pinForm, udyam: udyamForm } = forms

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The check character of a GSTIN, from its first fourteen characters, which are digits and capital letters. */
export function gstinCheckCharacter(number: string): string {
  let sum = 0
  for (let at = 0; at < 14; at += 1) {
    const product = alphabet.indexOf(number.charAt(at)) * ((at % 2) + 1)
    sum += Math.floor(product / 36) + (product % 36)
  }
  return alphabet.charAt((36 - (sum % 36)) % 36)
}

/** FORM: no GSTIN looks like this. CHECK_DIGIT: it must end in another character. */
export type GstinFault = { kind: 'FORM' } | { kind: 'CHECK_DIGIT'; character: string }

/** Undefined for a valid GSTIN. The text is trimmed and written in capitals first. */
export function gstinFault(text: string): GstinFault | undefined {
  const gstin = asIdentity(text)
  const hasForm = forms.registration.test(gstin) || forms.deductor.test(gstin)
  if (!hasForm || !isStateCode(gstin.slice(0, 2))) return { kind: 'FORM' }
  const character = gstinCheckCharacter(gstin)
  return gstin.endsWith(character) ? undefined : { kind: 'CHECK_DIGIT', character }
}

/** Whether a GSTIN is a tax deductor's, which does not contain the party's PAN. */
export const isDeductorsGstin = (gstin: string): boolean => forms.deductor.test(gstin)

/** The State and the PAN inside a GSTIN of a valid form; for a deductor's the TAN, if it contains one. */
export function insideGstin(text: string): { state: StateCode; pan: string | null; tan: string | null } | undefined {
  const gstin = asIdentity(text)
  const state = gstin.slice(0, 2)
  const number = gstin.slice(2, 12)
  if (gstinFault(gstin)?.kind === 'FORM' || !isStateCode(state)) return undefined
  if (!isDeductorsGstin(gstin)) return { state, pan: number, tan: null }
  return { state, pan: null, tan: forms.tan.test(number) ? number : null }
}
