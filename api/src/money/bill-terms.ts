import { decimal } from '../kernel/decimal.ts'
import { asMessage, type Message, messageOf } from '../kernel/messages.ts'
import type { Agreement } from './agreements.ts'
import type { TaxYear } from './bill-engine/bill.ts'
import { halfOf, percentText, rupeesText } from './bill-engine/figures.ts'
import { type AgreedHead } from './bill-heads.ts'
import type { Party } from './parties.ts'
import {
  type AgreedHeadName,
  agreedHeadNames,
  type BillTermsOnDay,
  type HeadSource,
  type ResolvedTerms,
  type RuleOfHead,
  type TaxPlace,
  type TermsFault,
} from './resolved-terms.ts'
import { type RuleKind, type RuleValue, ruleKindLabels } from './rule-kinds.ts'
import { isClientElsewhere, taxPlaceOf } from './tax-places.ts'

/** The fields of a head row that its terms depend on. */
export type HeadRow = Pick<
  AgreedHead,
  'id' | 'head' | 'percent' | 'ruleKind' | 'base' | 'rounding' | 'capPercent' | 'mode' | 'validFrom'
>

/** A statutory rule in force at the site on the day. */
export type RuleOnDay = RuleOfHead & { value: RuleValue }

export interface TermsInput {
  agreement: Pick<Agreement, 'direction' | 'value' | 'tenderPercentage' | 'siteState' | 'ourGstin' | 'hasRoundOff'>
  /** The other party of the agreement. `gstinStates` are the States of its GSTINs on the day. */
  party: Pick<Party, 'gstTreatment' | 'state'> & { gstinStates: readonly string[] }
  /** Every row of the agreement. */
  heads: readonly HeadRow[]
  /** The day of the bill, YYYY-MM-DD. */
  day: string
  ruleOf: (kind: RuleKind) => RuleOnDay | undefined
  isFinal: boolean
  /** The payee's sums in the tax year before the bill, in rupees. Not used for agreements with clients. */
  taxYear: Pick<TaxYear, 'credited' | 'deducted'>
}

/** The valid row of each head on a day: the latest that has begun, unless its percentage is 0, which ends the head. */
export function headsOn<Row extends HeadRow>(heads: readonly Row[], day: string): Partial<Record<AgreedHeadName, Row>> {
  const validRows: Partial<Record<AgreedHeadName, Row>> = {}
  for (const row of heads) {
    const before = validRows[row.head]
    if (row.validFrom <= day && (!before || before.validFrom < row.validFrom)) validRows[row.head] = row
  }
  for (const head of agreedHeadNames) if (validRows[head]?.percent === 0) delete validRows[head]
  return validRows
}

const shareText = (percent: number) => percentText(decimal(percent))

/** Collects the sources of percentages and the missing inputs. */
function collector(ruleOf: TermsInput['ruleOf']) {
  const faults: TermsFault[] = []
  const sources: HeadSource[] = []
  const fault = (head: AgreedHeadName, path: string, message: Message | string): void => {
    faults.push({ head, path, ...asMessage(message) })
  }
  const source = ({ head, id, validFrom }: HeadRow, rules: RuleOnDay[], exception: HeadSource['exception'] = null) => {
    sources.push({ head, headId: id, validFrom, rules: rules.map(({ value: _, ...rule }) => rule), exception })
  }
  /** The rules of these kinds; adds a fault for a kind without one. */
  const rules = (head: AgreedHeadName, kinds: readonly RuleKind[]): RuleOnDay[] =>
    kinds.flatMap((kind) => {
      const rule = ruleOf(kind)
      if (!rule) fault(head, 'ruleKind', messageOf('No rule is in force: {rule}', { rule: ruleKindLabels[kind] }))
      return rule ?? []
    })
  /** The percentage of the agreement's row, or the common one of the rules of these kinds. Limits are added to its sources. */
  const percentRule = (row: HeadRow, kinds: readonly RuleKind[], limits: readonly RuleOnDay[] = []) => {
    const headRules = row.ruleKind === null ? [] : rules(row.head, kinds)
    const [percent = 0, other = percent] = new Set(headRules.map(({ value }) => Number(value['percent'])))
    if (other !== percent) fault(row.head, 'ruleKind', 'gives central and State tax different percentages')
    source(row, [...headRules, ...limits])
    return {
      percent: shareText(row.percent ?? percent),
      round: row.rounding,
      ruleIds: [...headRules, ...limits].map(({ id }) => id),
    }
  }
  return { faults, sources, fault, source, rules, percentRule }
}

type Collector = ReturnType<typeof collector>
type Heads = ReturnType<typeof headsOn>

/** The kind of rule that a row names, if any. */
const kindsOf = ({ ruleKind }: HeadRow): RuleKind[] => (ruleKind === null || ruleKind === 'GST_TDS' ? [] : [ruleKind])

interface Sides {
  place: TaxPlace
  siteState: string
  recipientStates: readonly string[]
}

/** Supplier, recipient and place of supply; adds faults for missing fields. Undefined if no head needs them, or a field is missing. */
function sidesOf({ agreement, party }: TermsInput, heads: Heads, { faults, fault }: Collector): Sides | undefined {
  const { siteState, ourGstin, direction } = agreement
  const [row] = [heads.GST, heads.GST_TDS].filter((head) => head !== undefined)
  if (!row) return undefined
  const isSupplier = direction === 'RECEIVABLE'
  const ourStates = ourGstin === null ? [] : [ourGstin.slice(0, 2)]
  const clientStates = party.gstinStates.length === 0 && party.state !== null ? [party.state] : party.gstinStates
  if (siteState === null) fault(row.head, 'siteState', 'is needed: it decides which tax is due')
  if (ourGstin === null && (isSupplier || heads.GST_TDS))
    fault(row.head, 'ourGstin', 'is needed: its State decides which tax is due')
  if (!isSupplier && party.gstinStates.length === 0) fault(row.head, 'partyId', 'has no GSTIN on this day')
  if (faults.length > 0 || siteState === null) return undefined
  const supplierStates = isSupplier ? ourStates : party.gstinStates
  const recipientTreatment = isSupplier ? party.gstTreatment : null
  return {
    place: taxPlaceOf({ siteState, supplierStates, recipientTreatment }),
    siteState,
    recipientStates: isSupplier ? clientStates : ourStates,
  }
}

/** Source: IGST Act, s. 12(3); a supply to a zone under an undertaking has a rate of 0 (s. 16(3)). */
function gstOf(row: HeadRow | undefined, sides: Sides | undefined, { percentRule }: Collector): BillTermsOnDay['gst'] {
  if (!row || !sides) return { kind: 'NONE', percent: '0', ruleIds: [] }
  const { percent, ruleIds } = percentRule(row, kindsOf(row))
  const kind = sides.place === 'SAME_STATE' ? 'CENTRAL_AND_STATE' : 'INTEGRATED'
  return { kind, percent: sides.place === 'SEZ_LUT' ? '0' : percent, ruleIds }
}

/** Source: CGST Act, s. 51. The limit of the contract applies only if a rule gives the percentage. */
function gstTdsOf(
  row: HeadRow | undefined,
  sides: Sides | undefined,
  { value }: TermsInput['agreement'],
  { percentRule, rules, source }: Collector,
): BillTermsOnDay['gstTds'] {
  if (!row || !sides) return null
  const limits = row.ruleKind === null ? [] : rules('GST_TDS', ['GST_TDS_CONTRACT'])
  const [limit] = limits
  const exception = isClientElsewhere(sides.place, sides)
    ? ('CLIENT_OF_ANOTHER_STATE' as const)
    : limit && value !== null && value <= Number(limit.value['amount'])
      ? ('CONTRACT_BELOW_LIMIT' as const)
      : null
  if (exception) {
    source(row, limits, exception)
    return null
  }
  const isHalved = sides.place === 'SAME_STATE'
  const kinds = isHalved ? (['GST_TDS_CENTRAL', 'GST_TDS_STATE'] as const) : (['GST_TDS_INTEGRATED'] as const)
  const rule = percentRule(row, kinds, limits)
  return {
    ...rule,
    percent: isHalved && row.percent !== null ? percentText(halfOf(rule.percent)) : rule.percent,
    kind: isHalved ? 'CENTRAL_AND_STATE' : 'INTEGRATED',
    base: row.base === 'LESS_RECOVERY' ? 'LESS_RECOVERY' : 'TAXABLE',
  }
}

/**
 * The payee of a work order has a tax year, with the limits of the rules; an agreement with a client has none. Source:
 * Income-tax Act 2025, s. 393(1), Sl. 6(i).
 */
function incomeTaxTdsOf(
  row: HeadRow | undefined,
  { agreement, taxYear }: TermsInput,
  { percentRule, rules }: Collector,
): BillTermsOnDay['incomeTaxTds'] {
  if (!row) return null
  const base = row.base === 'INVOICE_NET' ? 'INVOICE_NET' : 'TAXABLE'
  if (agreement.direction === 'RECEIVABLE') return { ...percentRule(row, kindsOf(row)), base, year: null }
  const limits = rules('IT_TDS', ['IT_TDS_CONTRACT_SINGLE', 'IT_TDS_CONTRACT_YEAR'])
  const [single = '0', year = '0'] = limits.map(({ value }) => rupeesText(Number(value['amount'])))
  return { ...percentRule(row, kindsOf(row), limits), base, year: { singleLimit: single, yearLimit: year, ...taxYear } }
}

function retentionOf(
  row: HeadRow | undefined,
  { value }: TermsInput['agreement'],
  { fault, percentRule }: Collector,
): BillTermsOnDay['retention'] {
  if (!row) return null
  if (row.capPercent !== null && value === null) fault('RETENTION', 'value', 'is needed by the cap of the retention')
  const capPercent = row.capPercent === null ? null : shareText(row.capPercent)
  return { ...percentRule(row, []), capPercent, mode: row.mode ?? 'EACH_BILL' }
}

/**
 * The terms for a bill of an agreement on a day, with the source of each percentage. If anything is missing there are
 * no terms, since no rate is guessed, and each fault names its field.
 */
export function resolveTerms(input: TermsInput): ResolvedTerms {
  const { agreement } = input
  const heads = headsOn(input.heads, input.day)
  const collected = collector(input.ruleOf)
  const plain = (row: HeadRow | undefined) => (row ? collected.percentRule(row, kindsOf(row)) : null)
  const sides = sidesOf(input, heads, collected)
  const terms: BillTermsOnDay = {
    isFinal: input.isFinal,
    tenderPercentage: shareText(agreement.tenderPercentage ?? 0),
    value: agreement.value === null ? null : rupeesText(agreement.value),
    gst: gstOf(heads.GST, sides, collected),
    hasRoundOff: agreement.hasRoundOff,
    withheld: plain(heads.WITHHELD),
    retention: retentionOf(heads.RETENTION, agreement, collected),
    advanceTax: plain(heads.ADVANCE_TAX),
    incomeTaxTds: incomeTaxTdsOf(heads.IT_TDS, input, collected),
    gstTds: gstTdsOf(heads.GST_TDS, sides, agreement, collected),
    cess: plain(heads.CESS),
  }
  const { sources, faults } = collected
  return { terms: faults.length > 0 ? null : terms, place: sides?.place ?? null, sources, faults }
}
