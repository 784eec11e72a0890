/**
 * Codes with words of their own: the code's own word would mean something else where it stands alone (on a button Open
 * is a verb), or the code is an abbreviation of the trade.
 */
const otherWords = new Map([
  ['OPEN', 'Not finished'],
  ['BG', 'Bank guarantee'],
  ['E_BG', 'e-Bank guarantee'],
  ['FDR', 'Fixed deposit receipt'],
  ['TDR', 'Term deposit receipt'],
  ['NSC', 'National Savings Certificate'],
  ['DD', 'Demand draft'],
  ['BANKERS_CHEQUE', "Banker's cheque"],
  ['ONLINE', 'Paid online'],
  ['CASH', 'Paid in cash'],
  ['BILL_DEDUCTION', 'Kept from bills'],
  ['EMD', 'EMD'],
  ['RECEIVABLE', 'We are paid'],
  ['PAYABLE', 'We pay'],
  ['HALF_UP', 'Halves up'],
  ['HALF_EVEN', 'Halves to the even digit (IS 2)'],
  ['GST', 'GST'],
  ['GST_TDS', 'GST TDS'],
  ['IT_TDS', 'Income-tax TDS'],
  ['CESS', 'Welfare cess'],
  ['ADVANCE_TAX', 'GST on the advance recovered'],
  ['TAXABLE', 'Taxable value'],
  ['INVOICE_NET', 'Invoice less withheld and recovered'],
  ['LESS_RECOVERY', 'Taxable value less the advance recovered'],
  ['PAISA', 'To the paisa'],
  ['RUPEE', 'To the rupee'],
  ['EACH_BILL', 'From each bill'],
  ['FINAL_ONLY', 'From the final bill alone'],
  ['NSIC', 'NSIC'],
  ['SEZ', 'SEZ unit'],
  ['SEZ_LUT', 'SEZ unit under LUT'],
  ['STARTUP', 'Start-up'],
  ['SECURITY_LODGED', 'Performance security lodged'],
  ['DLP_END', 'End of defect liability'],
  ['FIXED', 'A day that is entered'],
  ['WITHOUT_DAY', 'Without a day'],
  ['OWN', 'As written down'],
  ['PER_QUARTER_OR_PART', 'By quarters that have begun'],
  ['PER_DAY_365', 'By days of a year of 365'],
  ['EXPIRY', 'Once it expires'],
  ['CLAIM_END', 'Once claims end'],
  ['DISCHARGE', 'Once its paper is back'],
  ['SHORTFALL', 'Settle the shortfall'],
  ['WAIT', 'Waits'],
  ['SET_DUE', 'Say when it comes back'],
  ['ASK', 'Ask for it'],
])

/** A code in words: WORK_ORDER_ISSUED as Work order issued. */
export function inWords(code: string): string {
  const known = otherWords.get(code)
  if (known !== undefined) return known
  const text = code.replaceAll('_', ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
