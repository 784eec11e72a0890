import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import { exportBody, sheetTypes } from '../kernel/exports.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes } from '../kernel/files.ts'
import { anyOf, anyTexts, filterBy, textFilter } from '../kernel/filters.ts'
import { filterBody, page } from '../kernel/paging.ts'
import { countBody, everyOf, quickCounts } from '../kernel/quick-filters.ts'
import * as r from '../kernel/record.ts'
import { gstinInputs, stateCode } from './gstins.ts'
import { ifscForm, insideGstin, isDeductorsGstin, panForm, pinForm, tanForm, udyamForm } from './identity.ts'

export const about =
  'The legal persons that the company deals with: clients, vendors, subcontractors and others, with their registrations and bank accounts.'

const base = '/payment/api/parties'
const module = 'Payments'

/** The roles of a party for the company; a party may have several. */
export const partyKinds = [
  'CLIENT',
  'VENDOR',
  'SUBCONTRACTOR',
  'LABOUR_CONTRACTOR',
  'TRANSPORTER',
  'INSURER',
  'HIRER',
  'BANK',
  'EMPLOYEE',
] as const
export type PartyKind = (typeof partyKinds)[number]

/** The GST status of a party. A DEDUCTOR withholds tax at source; SEZ_LUT supplies without tax under an undertaking. */
export const gstTreatments = ['REGULAR', 'COMPOSITION', 'DEDUCTOR', 'SEZ', 'SEZ_LUT', 'UNREGISTERED'] as const
export type GstTreatment = (typeof gstTreatments)[number]

/** The kinds that the company pays for work. */
export const paidKinds: readonly PartyKind[] = ['VENDOR', 'SUBCONTRACTOR', 'LABOUR_CONTRACTOR', 'TRANSPORTER', 'HIRER']

export const msmeSizes = ['NONE', 'MICRO', 'SMALL', 'MEDIUM'] as const

const inCapitals = (max: number, form: RegExp, error: string) =>
  f.text(max).check(z.toUpperCase(), z.regex(form, { error }))

export const gstinLabels = { gstin: 'GSTIN', heldFrom: 'Held from', heldUntil: 'Held until' } as const

export const partyGstin = z.object({
  id: f.id,
  gstin: z.string(),
  heldFrom: z.nullable(f.day),
  heldUntil: z.nullable(f.day),
})

/** The editable fields, without the GSTINs. */
export const partyFields = {
  kinds: z.array(z.enum(partyKinds)).check(
    z.minLength(1, { error: 'is required' }),
    z.refine((kinds) => new Set(kinds).size === kinds.length, { error: 'must name each kind once' }),
  ),
  legalName: f.requiredText(200),
  tradeName: f.optional(f.text(200)),
  /** If omitted: the PAN inside the GSTINs. */
  pan: f.optional(inCapitals(10, panForm, 'has the form of no PAN')),
  tan: f.optional(inCapitals(10, tanForm, 'has the form of no TAN')),
  gstTreatment: z.enum(gstTreatments),
  msme: z.enum(msmeSizes),
  udyamNo: f.optional(inCapitals(19, udyamForm, 'must be written UDYAM-XX-00-0000000')),
  /** The day from which it is an enterprise of this size. */
  msmeFrom: f.optional(f.day),
  address: f.optional(f.text(500)),
  place: f.optional(f.text(100)),
  /** Two digits, as at the start of a GSTIN. */
  state: f.optional(stateCode),
  pin: f.optional(f.text(6).check(z.regex(pinForm, { error: 'must be 6 digits, the first not 0' }))),
  email: f.optional(f.email),
  phone: f.optional(f.text(20)),
  /** The days from a bill to its payment, if agreed. */
  agreedDays: f.optional(f.whole(0, 365)),
  comment: f.optional(f.text(2000)),
}

/** The label of each field on the screen and in exports. */
export const partyLabels = {
  kinds: 'Kinds',
  legalName: 'Legal name',
  tradeName: 'Trade name',
  pan: 'PAN',
  tan: 'TAN',
  gstTreatment: 'GST treatment',
  msme: 'MSME',
  udyamNo: 'Udyam no.',
  msmeFrom: 'MSME since',
  address: 'Address',
  place: 'Place',
  state: 'State or UT',
  pin: 'PIN',
  email: 'E-mail',
  phone: 'Phone',
  agreedDays: 'Days to pay',
  comment: 'Comment',
  gstins: 'GSTINs',
} as const satisfies Record<keyof typeof partyFields | 'gstins', string>

/** The fields that the server computes. */
const computedFields = {
  /** Its GSTINs, joined by commas. */
  gstin: z.nullable(z.string()),
  /** The number of its unverified bank accounts. */
  waitingAccounts: z.int(),
  ...r.authors,
}

/** A party as lists show it. */
export const listedParty = r.stored({ id: f.id, ...partyFields, ...computedFields })
export type ListedParty = z.infer<typeof listedParty>

/** The label of each column of the list. */
export const partyColumnLabels = {
  ...r.stampLabels,
  ...partyLabels,
  gstin: gstinLabels.gstin,
  waitingAccounts: 'Accounts to verify',
} as const

/** An account is never changed; another one is entered instead. */
export const bankFields = {
  accountNo: f.text(18).check(z.regex(/^\d{6,18}$/, { error: 'must be 6 to 18 digits' })),
  ifsc: inCapitals(11, ifscForm, 'has the form of no IFSC'),
  holder: f.requiredText(200),
}

/** The label of each field of an account on the screen. */
export const bankLabels = {
  accountNo: 'Account number',
  ifsc: 'IFSC',
  holder: 'Account holder',
} as const satisfies Record<keyof typeof bankFields, string>

/** A change of a party's identity since one of its accounts was entered or verified. */
export const identityChange = z.object({
  /** `legalName`, `pan`, `tan`, or the `gstin` of a deductor; other GSTINs contain the PAN. */
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  changedAt: f.moment,
  changedBy: z.nullable(f.id),
  changedByName: z.nullable(z.string()),
})
export type IdentityChange = z.infer<typeof identityChange>

export const partyBank = z.object({
  id: f.id,
  /** Complete for users who may edit Payments; null for all others. */
  accountNo: z.nullable(z.string()),
  /** Its last four digits. */
  accountEnds: z.string(),
  ifsc: z.string(),
  holder: z.string(),
  /** Nothing is paid to an account until a user who did not enter it verifies it; a change of the party's identity revokes this. */
  verifiedAt: z.nullable(f.moment),
  verifiedBy: z.nullable(f.id),
  verifiedByName: z.nullable(z.string()),
  /** The last verification, if the party has changed since and the account is unverified again. */
  lastVerifiedAt: z.nullable(f.moment),
  lastVerifiedByName: z.nullable(z.string()),
  /** Changes since then for an unverified account, oldest first; the users who made them cannot verify it. */
  changesSince: z.array(identityChange),
  /** SHA-256 of the account and its holder, for users who may edit Payments; otherwise null, since numbers could be guessed with it. */
  digest: z.nullable(z.string()),
  createdAt: f.moment,
  createdBy: z.nullable(f.id),
  createdByName: z.nullable(z.string()),
})
export type PartyBank = z.infer<typeof partyBank>

export const party = z.extend(listedParty, { gstins: z.array(partyGstin), banks: z.array(partyBank) })
export type Party = z.infer<typeof party>

interface PartyRuleFields {
  pan?: string | null | undefined
  gstTreatment?: GstTreatment | undefined
  msme?: (typeof msmeSizes)[number] | undefined
  udyamNo?: string | null | undefined
  gstins?: readonly { gstin: string }[] | undefined
}

/** The PAN inside these GSTINs; null if there is none, as in those of deductors. */
export const panInside = (gstins: readonly { gstin: string }[]): string | null =>
  gstins.map((one) => insideGstin(one.gstin)?.pan ?? null).find((pan) => pan !== null) ?? null

const panAgrees = z.refine<PartyRuleFields>(
  ({ pan, gstins = [] }) =>
    gstins.every((one) => isDeductorsGstin(one.gstin) || insideGstin(one.gstin)?.pan === (pan ?? panInside(gstins))),
  { error: 'is not the one inside the GSTIN', path: ['pan'] },
)
const isRegistered = z.refine<PartyRuleFields>(
  ({ gstTreatment, gstins = [] }) => gstTreatment !== 'UNREGISTERED' || gstins.length === 0,
  { error: 'must not be unregistered with a GSTIN', path: ['gstTreatment'] },
)
const hasUdyam = z.refine<PartyRuleFields>(
  ({ msme, udyamNo }) => (msme !== 'MICRO' && msme !== 'SMALL') || udyamNo !== null,
  {
    error: 'is required of a micro or small enterprise',
    path: ['udyamNo'],
  },
)

const serverFields = r.namesOf({ ...computedFields, banks: undefined })

export const partyInput = r
  .createBody(
    { ...partyFields, gstins: gstinInputs },
    { gstTreatment: 'UNREGISTERED', msme: 'NONE', gstins: [] },
    serverFields,
  )
  .check(panAgrees, isRegistered, hasUdyam)

/** The GSTINs replace the present ones; one that the party already has keeps its row. */
export const partyEdit = r.editBody({ ...partyFields, gstins: gstinInputs }, serverFields).check(isRegistered, hasUdyam)

/** The common searches: by role, and parties with an unverified account. */
export const partyQuickFilters = [
  'CLIENTS',
  'VENDORS',
  'SUBCONTRACTORS',
  'LABOUR_CONTRACTORS',
  'TRANSPORTERS',
  'TO_VERIFY',
] as const
export type PartyQuickFilter = (typeof partyQuickFilters)[number]

const partyFilters = {
  /** Each word must occur in the legal or trade name, the PAN or a GSTIN. */
  search: textFilter,
  quickFilters: everyOf(partyQuickFilters),
  legalName: textFilter,
  pan: textFilter,
  gstin: textFilter,
  /** Any of these kinds. */
  kind: anyOf(partyKinds),
  gstTreatment: anyOf(gstTreatments),
  msme: anyOf(msmeSizes),
  state: anyTexts(2),
}

export const audited = {
  parties: { record: party, labels: partyLabels },
  party_gstins: { record: partyGstin, labels: gstinLabels },
  party_banks: { record: partyBank, labels: bankLabels },
}

export const filterParties = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary: 'Search parties',
  allow: { module, can: 'canView' },
  body: filterBody(partyFilters, listedParty),
  response: page(listedParty),
})

export const countParties = endpoint({
  method: 'POST',
  path: `${base}/counts`,
  summary: 'The number of parties of a search that meet each quick filter',
  allow: { module, can: 'canView' },
  body: countBody(partyFilters),
  response: quickCounts(partyQuickFilters),
})

export const exportParties = endpoint({
  method: 'POST',
  path: `${base}/export`,
  summary: 'The parties found by a search as a sheet, with the requested columns',
  allow: { module, can: 'canReport' },
  body: exportBody(partyFilters, listedParty),
  download: Object.values(sheetTypes),
  response: fileBytes,
})

/** A party to choose. */
export const partyChoice = z.object({
  id: f.id,
  legalName: z.string(),
  place: z.nullable(z.string()),
  kinds: z.array(z.enum(partyKinds)),
})
export type PartyChoice = z.infer<typeof partyChoice>

/** What a party is called among others: its name and place. */
export const partyChoiceName = ({ legalName, place }: Pick<PartyChoice, 'legalName' | 'place'>) =>
  place ? `${legalName}, ${place}` : legalName

export const listPartyChoices = endpoint({
  method: 'GET',
  path: `${base}/choices`,
  summary: 'The parties by name, for a choice: all, or those of one kind',
  allow: { module: ['Contracts', module], can: 'canView' },
  query: z.strictObject({ kind: filterBy(z.enum(partyKinds)) }),
  response: z.array(partyChoice),
})

export const getParty = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One party, with its GSTINs and bank accounts',
  allow: { module, can: 'canView' },
  params: f.idParams,
  response: party,
})

export const createParty = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create a party',
  allow: { module, can: 'canCreate' },
  status: 201,
  body: partyInput,
  response: party,
})

export const updateParty = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a party; the given GSTINs replace the previous ones',
  allow: { module, can: 'canEdit' },
  params: f.idParams,
  body: partyEdit,
  response: party,
})

export const deleteParty = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a party that no office refers to, with its GSTINs and bank accounts',
  allow: { module, can: 'canDelete' },
  params: f.idParams,
})

export const createPartyBank = endpoint({
  method: 'POST',
  path: `${base}/:id/banks`,
  summary: 'Add a bank account to a party; another person verifies it',
  allow: { module, can: 'canEdit' },
  status: 201,
  params: f.idParams,
  body: z.strictObject(bankFields),
  response: party,
})

export const confirmPartyBank = endpoint({
  method: 'POST',
  path: `${base}/:id/banks/:bankId/verify`,
  summary: 'Verify the bank account of a party; not by the person who entered it, or who changed the party since',
  allow: { module, can: 'canEdit' },
  seen: 'digest',
  params: z.object({ id: f.id, bankId: f.id }),
  /** The digest of account and party that the user saw; a different present one answers 412. */
  body: z.strictObject({ digest: f.requiredText(64) }),
  response: party,
})

export const deletePartyBank = endpoint({
  method: 'DELETE',
  path: `${base}/:id/banks/:bankId`,
  summary: 'Delete a bank account of a party',
  allow: { module, can: 'canDelete' },
  params: z.object({ id: f.id, bankId: f.id }),
})
