/**
 * The input and output of a running bill's computation. Every amount is decimal text with two decimals (rupees), a
 * quantity with at most three, a rate with at most four, a percentage with at most four.
 */

/** The heads of the memorandum of payment, in the order of computing and printing. */
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

/** The heads whose amounts are typed for each bill. */
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

/** An item of the schedule, with the quantity measured since the beginning less the cut quantities. */
export interface WorkItem {
  id: string
  rate: string
  /** Whether the tender percentage applies to its amount. */
  percentageApplies: boolean
  quantity: string
}

/** Work since the beginning: item by item, or one typed amount that includes the tender percentage. */
export type BillWork = { source: 'ITEMS'; items: readonly WorkItem[] } | { source: 'TYPED'; upto: string }

/** A percentage, how its amount is rounded, and the statutory rules that gave it. */
export interface PercentRule {
  percent: string
  round: 'PAISA' | 'RUPEE'
  ruleIds: readonly string[]
}

/** Limits below which no tax is deducted from a payee, and the payee's sums in the tax year before this bill. */
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
  /** Agreed value; null while unknown. A retention with a cap needs it. */
  value: string | null
  gst: { kind: 'CENTRAL_AND_STATE' | 'INTEGRATED' | 'NONE'; percent: string; ruleIds: readonly string[] }
  /** Whether the invoice is rounded to the rupee. */
  hasRoundOff: boolean
  /** The share of each bill that is withheld, in addition to typed entries. */
  withheld: PercentRule | null
  /** At most `capPercent` of the agreed value; FINAL_ONLY retains nothing before the final bill. */
  retention: (PercentRule & { capPercent: string | null; mode: 'EACH_BILL' | 'FINAL_ONLY' }) | null
  /** The tax that was added to an advance and is recovered with it; null if there was none. */
  advanceTax: PercentRule | null
  /** TAXABLE is gross since; INVOICE_NET is invoice - withheld + released - advance and its tax recovered. */
  incomeTaxTds: (PercentRule & { base: 'TAXABLE' | 'INVOICE_NET'; year: TaxYear | null }) | null
  /** `percent` is that of one half for CENTRAL_AND_STATE, and of the whole for INTEGRATED. */
  gstTds: (PercentRule & { kind: 'CENTRAL_AND_STATE' | 'INTEGRATED'; base: 'TAXABLE' | 'LESS_RECOVERY' }) | null
  cess: PercentRule | null
}

/** A signed amount since the last bill. Entries of the same head are added. SECURED_ADVANCE: the change of its level. */
export interface TypedAmount {
  head: TypedHead
  since: string
}

/** Passed figures of the previous bill, since the beginning. Null before the first bill. */
export interface PreviousBill {
  work: string
  variation: string
  /** Upto quantity and amount by item. */
  items: Readonly<Record<string, { quantity: string; amount: string }>>
  /** Upto amounts by head; a missing head is 0. */
  heads: Readonly<Partial<Record<BillHead, string>>>
  /** The GST of the previous bill, which a credit note gives back. Bills stored before this field existed have none. */
  gst?: BillTerms['gst'] | undefined
}

export interface BillInput {
  terms: BillTerms
  work: BillWork
  /** Sanctioned price variation since the beginning, and permanent lump cuts, signed. */
  variationUpto: string
  typed: readonly TypedAmount[]
  previous: PreviousBill | null
}

/** `since` is always `upto` minus `previous`. */
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
   * The amount that the percentage applies to, after a floor of 0 if the head has one. For IT_TDS above the year's
   * limit it is the year's sum. For RETENTION it is all work, or only the work since the last bill if the retention
   * before was not this percentage of all work. Null if no percentage applies.
   */
  base: string | null
  /** Without trailing zeros: `18`. For CGST and SGST, the percentage of each half. */
  percent: string | null
  ruleIds: readonly string[]
  /** The reason for which the memorandum's figure replaced the computed one. */
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
  /** The payee's tax year after this bill; null if no year was given. */
  year: { credited: string; deducted: string } | null
}

/** The amounts that the client's memorandum passes. */
export interface Memorandum {
  /** Passed quantities since the beginning by item, only where they differ from the claimed ones. */
  quantities: Readonly<Record<string, string>>
  /** Passed work since the beginning, for typed work; null if it is passed as claimed. */
  work: string | null
  /** Amounts since the last bill that replace computed ones. GROSS is not replaced. */
  replaced: readonly { head: Exclude<BillHead, 'GROSS'>; since: string; note: string }[]
  /** Net payable since the last bill, according to the memorandum. */
  net: string
}
