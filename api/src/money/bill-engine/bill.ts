/**
 * The shape of a running bill's computation: what goes in and what comes out. Every amount is decimal text with two
 * decimals (rupees), a quantity with at most three, a rate with at most four, a percentage with at most four.
 */

/** Heads of the memorandum of payment, in the order in which they are computed and printed. */
export const billHeads = [
  'GROSS',
  'CGST',
  'SGST',
  'IGST',
  'ROUND_OFF',
  'SECURED_ADVANCE',
  'WITHHELD',
  'RELEASED',
  'RETENTION',
  'ADVANCE_RECOVERY',
  'ADVANCE_TAX',
  'ADVANCE_INTEREST',
  'IT_TDS',
  'GST_TDS_CENTRAL',
  'GST_TDS_STATE',
  'GST_TDS_INTEGRATED',
  'CESS',
  'ROYALTY',
  'LD',
  'MATERIAL',
  'FINE',
  'OTHER',
] as const
export type BillHead = (typeof billHeads)[number]

/** Heads whose amounts are typed, bill by bill. */
export const typedHeads = [
  'SECURED_ADVANCE',
  'WITHHELD',
  'RELEASED',
  'ADVANCE_RECOVERY',
  'ADVANCE_INTEREST',
  'ROYALTY',
  'LD',
  'MATERIAL',
  'FINE',
  'OTHER',
] as const satisfies readonly BillHead[]
export type TypedHead = (typeof typedHeads)[number]

/** An item of the schedule, at the quantity measured since the beginning, less what was cut. */
export interface WorkItem {
  id: string
  rate: string
  /** Whether the tender percentage is put on its amount. */
  percentageApplies: boolean
  quantity: string
}

/** Work since the beginning: item by item, or one typed amount that holds the tender percentage already. */
export type BillWork = { source: 'ITEMS'; items: readonly WorkItem[] } | { source: 'TYPED'; upto: string }

/** A percentage, how its amount is rounded, and the statutory rules that gave it. */
export interface PercentRule {
  percent: string
  round: 'PAISA' | 'RUPEE'
  ruleIds: readonly string[]
}

/** Limits below which no tax is deducted from a payee, with what the payee's tax year holds before this bill. */
export interface TaxYear {
  singleLimit: string
  yearLimit: string
  credited: string
  deducted: string
}

export interface BillTerms {
  isFinal: boolean
  /** Signed: above or below the rates of the schedule; `0` for none. */
  tenderPercentage: string
  /** Agreed value; null while it is not known. A retention with a cap needs it. */
  value: string | null
  gst: { kind: 'CENTRAL_AND_STATE' | 'INTEGRATED' | 'NONE'; percent: string; ruleIds: readonly string[] }
  /** Whether the invoice is rounded to the rupee. */
  hasRoundOff: boolean
  /** Withheld of each bill, beside typed entries. */
  withheld: PercentRule | null
  /** At most `capPercent` of the agreed value; FINAL_ONLY retains nothing before the final bill. */
  retention: (PercentRule & { capPercent: string | null; mode: 'EACH_BILL' | 'FINAL_ONLY' }) | null
  /** Tax that an advance was given with on top of it, recovered with it; null where there was none. */
  advanceTax: PercentRule | null
  /** TAXABLE is gross since; INVOICE_NET is invoice - withheld + released - advance and its tax recovered. */
  incomeTaxTds: (PercentRule & { base: 'TAXABLE' | 'INVOICE_NET'; year: TaxYear | null }) | null
  /** `percent` is that of one half for CENTRAL_AND_STATE, and the whole for INTEGRATED. */
  gstTds: (PercentRule & { kind: 'CENTRAL_AND_STATE' | 'INTEGRATED'; base: 'TAXABLE' | 'LESS_RECOVERY' }) | null
  cess: PercentRule | null
}

/** Amounts since the last bill, signed. Several entries of one head add up. SECURED_ADVANCE: the change of its level. */
export interface TypedAmount {
  head: TypedHead
  since: string
}

/** Passed figures of the bill before, since the beginning. Null before the first bill. */
export interface PreviousBill {
  work: string
  variation: string
  /** Upto quantity and amount by item. */
  items: Readonly<Record<string, { quantity: string; amount: string }>>
  /** Upto amounts by head; a head that is missing stands at 0. */
  heads: Readonly<Partial<Record<BillHead, string>>>
  /** The tax that it was billed with, which a credit note gives back. Bills that were stored before it was kept have none. */
  gst?: BillTerms['gst'] | undefined
}

export interface BillInput {
  terms: BillTerms
  work: BillWork
  /** Sanctioned price variation since the beginning, and lump cuts for good, signed. */
  variationUpto: string
  typed: readonly TypedAmount[]
  previous: PreviousBill | null
}

/** `since` is always `upto` less `previous`. */
export interface Figure {
  upto: string
  previous: string
  since: string
}

export interface BillItem {
  id: string
  quantity: Figure
  amount: Figure
}

export interface BillLine extends Figure {
  head: BillHead
  /**
   * What the percentage was taken of, after a floor of 0 where the head has one: for IT_TDS above the limit of the year, the
   * year's sum; for RETENTION all work, or the work since where less or more stood before than this percentage of all work. Null
   * where no percentage is taken.
   */
  base: string | null
  /** Without zeros at its end: `18`. Of CGST and SGST, the half that each takes. */
  percent: string | null
  ruleIds: readonly string[]
  /** The reason by which the memorandum's figure took the place of the computed one. */
  replaced: string | null
}

export interface Bill {
  items: readonly BillItem[]
  work: Figure
  variation: Figure
  /** One line for each head that has a rule, an entry or a previous figure, in the order of `billHeads`. GROSS is always there. */
  lines: readonly BillLine[]
  /** GROSS with its taxes and ROUND_OFF. */
  invoice: Figure
  net: Figure
  /** The payee's tax year after this bill; null where none was given. */
  year: { credited: string; deducted: string } | null
}

/** What the client's memorandum passes. */
export interface Memorandum {
  /** Passed quantities since the beginning by item, where they differ from the claimed ones. */
  quantities: Readonly<Record<string, string>>
  /** Passed work since the beginning, where work is typed; null where it is as claimed. */
  work: string | null
  /** Amounts since the last bill that take the place of computed ones. GROSS is not replaced. */
  replaced: readonly { head: Exclude<BillHead, 'GROSS'>; since: string; note: string }[]
  /** Net payable since, as the memorandum says it. */
  net: string
}
