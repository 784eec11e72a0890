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

/** A head of an agreement, as far as terms follow from it. */
export type HeadRow = Pick<
  AgreedHead,
  'id' | 'head' | 'percent' | 'ruleKind' | 'base' | 'rounding' | 'capPercent' | 'mode' | 'validFrom'
>

/** A statutory rule that is in force at the site on the day. */
export type RuleOnDay = RuleOfHead & { value: RuleValue }

export interface TermsInput {
  agreement: Pick<Agreement, 'direction' | 'value' | 'tenderPercentage' | 'siteState' | 'ourGstin' | 'hasRoundOff'>
  /** The other side of the agreement. `gstinStates` are the States of its GSTINs on the day. */
  party: Pick<Party, 'gstTreatment' | 'state'> & { gstinStates: readonly string[] }
  /** Every row of the agreement. */
  heads: readonly HeadRow[]
  /** The bill's, YYYY-MM-DD. */
  day: string
  ruleOf: (kind: RuleKind) => RuleOnDay | undefined
  isFinal: boolean
  /** What the payee's tax year holds before the bill, in rupees. Agreements with clients have none. */
  taxYear: Pick<TaxYear, 'credited' | 'deducted'>
}

/** The row of each head that holds on a day: the latest that has begun, unless its percentage of 0 ends the head. */
export function headsOn<Row extends HeadRow>(heads: readonly Row[], day: string): Partial<Record<AgreedHeadName, Row>> {
  const held: Partial<Record<AgreedHeadName, Row>> = {}
  for (const row of heads) {
    const before = held[row.head]
    if (row.validFrom <= day && (!before || before.validFrom < row.validFrom)) held[row.head] = row
  }
  for (const head of agreedHeadNames) if (held[head]?.percent === 0) delete held[head]
  return held
}

const shareText = (percent: number) => percentText(decimal(percent))

/** Collects where percentages are from, and what is missing. */
function collector(ruleOf: TermsInput['ruleOf']) {
  const faults: TermsFault[] = []
  const sources: HeadSource[] = []
  const fault = (head: AgreedHeadName, path: string, said: Message | string): void => {
    faults.push({ head, path, ...asMessage(said) })
  }
  const source = ({ head, id, validFrom }: HeadRow, rules: RuleOnDay[], exception: HeadSource['exception'] = null) => {
    sources.push({ head, headId: id, validFrom, rules: rules.map(({ value: _, ...rule }) => rule), exception })
  }
  /** The rules of these kinds; a kind without one is a fault. */
  const rules = (head: AgreedHeadName, kinds: readonly RuleKind[]): RuleOnDay[] =>
    kinds.flatMap((kind) => {
      const rule = ruleOf(kind)
      if (!rule) fault(head, 'ruleKind', messageOf('No rule is in force: {rule}', { rule: ruleKindLabels[kind] }))
      return rule ?? []
    })
  /** The percentage that the agreement says, or that the rules of these kinds give alike; the limits stand behind it, too. */
  const percentRule = (row: HeadRow, kinds: readonly RuleKind[], limits: readonly RuleOnDay[] = []) => {
    const behind = row.ruleKind === null ? [] : rules(row.head, kinds)
    const [percent = 0, other = percent] = new Set(behind.map(({ value }) => Number(value['percent'])))
    if (other !== percent) fault(row.head, 'ruleKind', 'gives central and State tax different percentages')
    source(row, [...behind, ...limits])
    return {
      percent: shareText(row.percent ?? percent),
      round: row.rounding,
      ruleIds: [...behind, ...limits].map(({ id }) => id),
    }
  }
  return { faults, sources, fault, source, rules, percentRule }
}

type Collector = ReturnType<typeof collector>
type Heads = ReturnType<typeof headsOn>

/** The kind of rule that a row names, where it names one. */
const kindsOf = ({ ruleKind }: HeadRow): RuleKind[] => (ruleKind === null || ruleKind === 'GST_TDS' ? [] : [ruleKind])

interface Sides {
  place: TaxPlace
  siteState: string
  recipientStates: readonly string[]
}

/** Who supplies whom, and where; faults name what is not known of it. Undefined where no head asks, or something is missing. */
function sidesOf({ agreement, party }: TermsInput, heads: Heads, { faults, fault }: Collector): Sides | undefined {
  const { siteState, ourGstin, direction } = agreement
  const [row] = [heads.GST, heads.GST_TDS].filter((head) => head !== undefined)
  if (!row) return undefined
  const isSupplier = direction === 'RECEIVABLE'
  const ours = ourGstin === null ? [] : [ourGstin.slice(0, 2)]
  const ofClient = party.gstinStates.length === 0 && party.state !== null ? [party.state] : party.gstinStates
  if (siteState === null) fault(row.head, 'siteState', 'is needed: it decides which tax is due')
  if (ourGstin === null && (isSupplier || heads.GST_TDS))
    fault(row.head, 'ourGstin', 'is needed: its State decides which tax is due')
  if (!isSupplier && party.gstinStates.length === 0) fault(row.head, 'partyId', 'has no GSTIN on this day')
  if (faults.length > 0 || siteState === null) return undefined
  const supplierStates = isSupplier ? ours : party.gstinStates
  const recipientTreatment = isSupplier ? party.gstTreatment : null
  return {
    place: taxPlaceOf({ siteState, supplierStates, recipientTreatment }),
    siteState,
    recipientStates: isSupplier ? ofClient : ours,
  }
}

/** Source: IGST Act, s. 12(3); a supply to a zone under an undertaking has a rate of 0 (s. 16(3)). */
function gstOf(row: HeadRow | undefined, sides: Sides | undefined, { percentRule }: Collector): BillTermsOnDay['gst'] {
  if (!row || !sides) return { kind: 'NONE', percent: '0', ruleIds: [] }
  const { percent, ruleIds } = percentRule(row, kindsOf(row))
  const kind = sides.place === 'SAME_STATE' ? 'CENTRAL_AND_STATE' : 'INTEGRATED'
  return { kind, percent: sides.place === 'SEZ_LUT' ? '0' : percent, ruleIds }
}

/** Source: CGST Act, s. 51. The limit of the contract counts where the percentage is the rule's. */
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

/** The payee of a work order has a tax year, with limits by rules; an agreement with a client has none. Source: Income-tax Act 2025, s. 393(1), Sl. 6(i). */
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
 * The terms that a bill of an agreement is computed by on a day, with the source of each percentage. Where anything is
 * missing there are no terms, and each fault names the field: no rate is guessed.
 */
export function resolveTerms(input: TermsInput): ResolvedTerms {
  const { agreement } = input
  const heads = headsOn(input.heads, input.day)
  const found = collector(input.ruleOf)
  const plain = (row: HeadRow | undefined) => (row ? found.percentRule(row, kindsOf(row)) : null)
  const sides = sidesOf(input, heads, found)
  const terms: BillTermsOnDay = {
    isFinal: input.isFinal,
    tenderPercentage: shareText(agreement.tenderPercentage ?? 0),
    value: agreement.value === null ? null : rupeesText(agreement.value),
    gst: gstOf(heads.GST, sides, found),
    hasRoundOff: agreement.hasRoundOff,
    withheld: plain(heads.WITHHELD),
    retention: retentionOf(heads.RETENTION, agreement, found),
    advanceTax: plain(heads.ADVANCE_TAX),
    incomeTaxTds: incomeTaxTdsOf(heads.IT_TDS, input, found),
    gstTds: gstTdsOf(heads.GST_TDS, sides, agreement, found),
    cess: plain(heads.CESS),
  }
  const { sources, faults } = found
  return { terms: faults.length > 0 ? null : terms, place: sides?.place ?? null, sources, faults }
}
