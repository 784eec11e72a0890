import * as z from 'zod/mini'
import type { FieldFault } from '../kernel/endpoint.ts'
import { messageOfIssue } from '../kernel/messages.ts'
import { namesOf, ofEach } from '../kernel/record.ts'
import { type RuleFact, type RuleInputs, type RuleShape, ruleFact, ruleShapes } from './rule-shapes.ts'

/**
 * Every kind of statutory rule: its subject, the shape of its value, and its sentence. A kind remains as long as rules
 * of it are stored.
 */

/** The subjects of rules; each has its own pack. */
export const ruleSubjects = [
  'UNITS',
  'STEEL',
  'GST',
  'GST_TDS',
  'INCOME_TAX_TDS',
  'CESS',
  'WORKS',
  'MSME',
  'COMES_BACK',
] as const
export type RuleSubject = (typeof ruleSubjects)[number]

/** The label of each subject on the screen. */
export const ruleSubjectLabels = {
  UNITS: 'Units of measurement',
  STEEL: 'Steel',
  GST: 'GST',
  GST_TDS: 'GST TDS',
  INCOME_TAX_TDS: 'Income-tax TDS',
  CESS: 'Welfare cess',
  WORKS: 'Checks and compensation',
  MSME: 'Micro and small suppliers',
  COMES_BACK: 'What comes back',
} as const satisfies Record<RuleSubject, string>

interface Kind {
  subject: RuleSubject
  shape: RuleShape
  label: string
  /** The rule as a sentence, in which `{percent}` stands for that field of its value. */
  words: string
}

const kind = (subject: RuleSubject, shape: RuleShape, label: string, words: string): Kind => ({
  subject,
  shape,
  label,
  words,
})
const unit = (label: string) =>
  kind('UNITS', 'DECIMALS', label, 'Each line is rounded to {decimals} decimals, then added')
const back = (label: string) => kind('COMES_BACK', 'COMING_BACK', label, '{comesBack}: {waitsFor}')

const kinds = {
  UNIT_M: unit('Metre'),
  UNIT_SQM: unit('Square metre'),
  UNIT_CUM: unit('Cubic metre'),
  UNIT_KG: unit('Kilogram'),
  UNIT_QUINTAL: unit('Quintal'),
  UNIT_T: unit('Tonne'),
  UNIT_NO: unit('Number'),
  UNIT_HOUR: unit('Hour'),
  UNIT_DAY: unit('Day of work'),
  UNIT_LS: unit('Lump sum'),
  STEEL_KG_PER_M: kind(
    'STEEL',
    'BAR_MASS',
    'Mass of reinforcement bars',
    'Diameter² / {divisor} kg a metre, to {decimals} decimals',
  ),
  GST_RATE_WORKS: kind('GST', 'PERCENT', 'GST on works for government', '{percent}% of the taxable value'),
  GST_RATE_EARTHWORK: kind(
    'GST',
    'PERCENT',
    'GST on works of more than three quarters earthwork for government',
    '{percent}% of the taxable value',
  ),
  GST_RATE_EARTHWORK_SUBCONTRACT: kind(
    'GST',
    'PERCENT',
    'GST on subcontracts of such earthwork',
    '{percent}% of the taxable value',
  ),
  GST_RATE_OFFSHORE_WORKS: kind('GST', 'PERCENT', 'GST on offshore works', '{percent}% of the taxable value'),
  E_INVOICE_TURNOVER: kind(
    'GST',
    'LIMIT',
    'Turnover above which invoices are registered',
    'E-invoices from a turnover of more than {amount} in any year since 2017-18',
  ),
  E_INVOICE_DAYS: kind(
    'GST',
    'DOCUMENT_AGE',
    'Age of an invoice that is still registered',
    'No document older than {days} days, from a turnover of {turnover}',
  ),
  SAC_DIGITS: kind(
    'GST',
    'DIGITS',
    'Digits of a service code',
    '{digits} digits up to a turnover of {turnover}, {digitsAbove} above it',
  ),
  B2C_LARGE_LIMIT: kind(
    'GST',
    'FLOOR',
    'Large invoices to unregistered buyers of other States',
    'In table 5 of GSTR-1 from {amount}',
  ),
  CREDIT_NOTE_LAST_DAY: kind(
    'GST',
    'AFTER_YEAR',
    'Last day of a credit note',
    'Declared by {day} {month} after the year of supply',
  ),
  GSTR2B_TOLERANCE: kind(
    'GST',
    'TOLERANCE',
    'Difference at which a bill still matches GSTR-2B',
    'Up to {amount} a head of tax',
  ),
  GST_TDS_CENTRAL: kind('GST_TDS', 'PERCENT', 'GST TDS, central tax', '{percent}% of the value before GST'),
  GST_TDS_STATE: kind('GST_TDS', 'PERCENT', 'GST TDS, State tax', '{percent}% of the value before GST'),
  GST_TDS_INTEGRATED: kind('GST_TDS', 'PERCENT', 'GST TDS, integrated tax', '{percent}% of the value before GST'),
  GST_TDS_CONTRACT: kind(
    'GST_TDS',
    'LIMIT',
    'Contract above which GST TDS is deducted',
    'From a contract of more than {amount}, before GST',
  ),
  RETURN_DUE_GSTR7: kind(
    'GST_TDS',
    'NEXT_MONTH',
    'GST TDS is paid and GSTR-7 filed',
    'By day {day} of the next month; for March by day {marchDay} of April',
  ),
  CERTIFICATE_DUE_GSTR7A: kind('GST_TDS', 'DAYS', 'Certificate GSTR-7A', '{days} days after GSTR-7'),
  IT_TDS_CONTRACT_INDIVIDUAL: kind(
    'INCOME_TAX_TDS',
    'PERCENT',
    'Income-tax TDS of contractors: individuals and HUF',
    '{percent}% of what is credited or paid',
  ),
  IT_TDS_CONTRACT_OTHER: kind(
    'INCOME_TAX_TDS',
    'PERCENT',
    'Income-tax TDS of contractors: others',
    '{percent}% of what is credited or paid',
  ),
  IT_TDS_CONTRACT_NO_PAN: kind(
    'INCOME_TAX_TDS',
    'PERCENT',
    'Income-tax TDS of contractors without a PAN',
    '{percent}% of what is credited or paid',
  ),
  IT_TDS_CONTRACT_SINGLE: kind(
    'INCOME_TAX_TDS',
    'LIMIT',
    'Single sum above which income tax is deducted',
    'From a single sum of more than {amount}',
  ),
  IT_TDS_CONTRACT_YEAR: kind(
    'INCOME_TAX_TDS',
    'LIMIT',
    'Sum of a year above which income tax is deducted',
    'From more than {amount} in the year',
  ),
  IT_TDS_CONTRACT_CODE: kind(
    'INCOME_TAX_TDS',
    'PAYEE_CODES',
    'Codes of income-tax TDS of contractors',
    '{individual} for individuals and HUF, {other} for others',
  ),
  TDS_FORM_CERTIFICATE: kind('INCOME_TAX_TDS', 'FORM', 'Certificate of income-tax TDS', 'Form {form}'),
  TDS_FORM_STATEMENT: kind('INCOME_TAX_TDS', 'FORM', 'Statement of income-tax TDS of a quarter', 'Form {form}'),
  TDS_FORM_CREDITS: kind('INCOME_TAX_TDS', 'FORM', 'Statement of tax credits', 'Form {form}'),
  RETURN_DUE_IT_TDS: kind(
    'INCOME_TAX_TDS',
    'NEXT_MONTH',
    'Income-tax TDS is paid',
    'By day {day} of the next month; for March by day {marchDay} of April',
  ),
  CERTIFICATE_DUE_IT_TDS: kind(
    'INCOME_TAX_TDS',
    'DAYS',
    'Certificate of income-tax TDS is due',
    "{days} days after the quarter's statement",
  ),
  BOCW_CESS_RATE: kind(
    'CESS',
    'PERCENT',
    'Welfare cess of building workers',
    '{percent}% of the cost of construction, without GST',
  ),
  TEST_CHECK_HIDDEN: kind(
    'WORKS',
    'PERCENT',
    'Test check of what gets hidden',
    'Up to {percent}% can be ordered to be measured again',
  ),
  TEST_CHECK_METAL_ASSISTANT: kind(
    'WORKS',
    'PERCENT',
    'Test check of road metal by the assistant engineer',
    'At least {percent}% of each kilometre',
  ),
  TEST_CHECK_METAL_EXECUTIVE: kind(
    'WORKS',
    'PERCENT',
    'Test check of road metal by the executive engineer',
    'At least {percent}% of each kilometre',
  ),
  LD_CAP: kind('WORKS', 'PERCENT', 'Most of compensation for delay', 'At most {percent}% of the value of the work'),
  MSME_DAYS_WITHOUT_AGREEMENT: kind(
    'MSME',
    'DAYS',
    'Payment of a micro or small supplier without agreement',
    'Within {days} days of acceptance',
  ),
  MSME_DAYS_AT_MOST: kind(
    'MSME',
    'DAYS',
    'Payment of a micro or small supplier by agreement',
    'Within {days} days of acceptance at most',
  ),
  BACK_IT_TDS: back('Income-tax TDS'),
  BACK_GST_TDS: back('GST TDS'),
  BACK_RETENTION: back('Retention'),
  BACK_WITHHELD: back('Withheld amounts'),
  BACK_LD: back('Compensation for delay'),
  BACK_CESS: back('Welfare cess'),
  BACK_ROYALTY: back('Royalty'),
  BACK_ADVANCE: back('Recovered advance'),
  BACK_MISSING_DAYS: kind(
    'COMES_BACK',
    'DAYS',
    'When a deduction that did not come back is missing',
    '{days} days after the day on which it was expected',
  ),
} as const satisfies Record<string, Kind>

export type RuleKind = keyof typeof kinds
export const ruleKinds = namesOf(kinds)

export const ruleKindSubjects: Readonly<Record<RuleKind, RuleSubject>> = ofEach(kinds, ({ subject }) => subject)
export const ruleKindShapes: Readonly<Record<RuleKind, RuleShape>> = ofEach(kinds, ({ shape }) => shape)
/** The label of each kind on the screen. */
export const ruleKindLabels: Readonly<Record<RuleKind, string>> = ofEach(kinds, ({ label }) => label)
/** The sentence of each kind, with the fields of its value in braces. */
export const ruleWords: Readonly<Record<RuleKind, string>> = ofEach(kinds, ({ words }) => words)

export const ruleValue = z.record(z.string(), z.union([z.number(), z.string()]))
export type RuleValue = z.infer<typeof ruleValue>

/** The schema of a kind's value. */
export const valueSchema = (name: RuleKind) => ruleShapes[kinds[name].shape].value

/** The faults in a value of the kind, by field; empty for a valid value. */
export function valueFaults(name: RuleKind, value: unknown): FieldFault[] {
  const { error } = valueSchema(name).safeParse(value)
  return (error?.issues ?? []).flatMap((issue) => {
    const paths = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.map(String).join('.')]
    return paths.map((path) => ({ path: path === '' ? 'value' : `value.${path}`, ...messageOfIssue(issue) }))
  })
}

/** The inputs of a test case of a rule and its expected result. */
export const ruleVector = z.strictObject({ given: z.record(z.string(), ruleFact), expect: ruleFact })
export type RuleVector = z.infer<typeof ruleVector>

/** The result of a value of the kind. Throws if the value does not fit the kind, or an input is missing. */
export const resultOf = (name: RuleKind, value: unknown, inputs: RuleInputs): RuleFact =>
  ruleShapes[kinds[name].shape].work(value, inputs)
