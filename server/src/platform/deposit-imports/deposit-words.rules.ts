import { type DepositStatus, depositStatuses } from '@plinth/api/deposits/deposits'
import { type InstrumentKind, instrumentKinds, isGuarantee } from '@plinth/api/guarantees/instrument-moves'
import { inWords } from '@plinth/api/kernel/code-words'
import { type Message, messageOf } from '@plinth/api/kernel/messages'

/** The names that registers use for each kind of instrument, beside its own. */
const kindWords: Record<InstrumentKind, readonly string[]> = {
  BG: ['BG', 'Bank guarantee', 'PBG', 'Performance bank guarantee', 'Performance BG', 'Physical BG'],
  E_BG: ['e-BG', 'e-Bank guarantee', 'Electronic bank guarantee', 'Electronic BG'],
  SURETY_BOND: ['Surety bond', 'Surety', 'Insurance surety bond', 'ISB'],
  FDR: ['FDR', 'FD', 'Fixed deposit', 'Fixed deposit receipt'],
  TDR: ['TDR', 'TD', 'Term deposit', 'Term deposit receipt', 'STDR'],
  NSC: ['NSC', 'National Savings Certificate'],
  DD: ['DD', 'Demand draft', 'Draft', 'Bank draft'],
  BANKERS_CHEQUE: ["Banker's cheque", 'Bankers cheque', 'BC', 'Pay order', 'PO'],
  ONLINE: [
    'Online',
    'NEFT',
    'RTGS',
    'IMPS',
    'UPI',
    'UTR',
    'NEFT/RTGS',
    'RTGS/NEFT',
    'Net banking',
    'Online payment',
    'Online transfer',
    'Bank transfer',
    'e-Payment',
    'Paid online',
  ],
  CASH: ['Cash', 'Paid in cash'],
  BILL_DEDUCTION: ['Kept from bills', 'Bill deduction', 'Deducted from bills', 'From bills', 'RA bill', 'RA bills'],
}

/**
 * The words that registers use for the status of a deposit. Words that differ in meaning for guarantees and money
 * follow below.
 */
const statusWords: Record<DepositStatus, readonly string[]> = {
  SUBMITTED: ['Live', 'Lodged', 'Held', 'Deposited', 'Active', 'In force', 'With department', 'Paid'],
  PENDING: [],
  DRAFT: ['To be made', 'Planned', 'Not submitted'],
  PENDING_REFUND: ['Refund pending', 'Refund requested', 'Refund applied', 'Applied for refund', 'Refund awaited'],
  PENDING_RELEASE: ['Release pending', 'Release requested', 'Applied for release'],
  RETURNED: ['Received back', 'Back', 'Taken back'],
  REFUNDED: ['Refund received', 'Received', 'Credited'],
  RELEASED: ['Discharged'],
  FORFEITED: ['Invoked', 'Confiscated'],
  REJECTED: [],
  CANCELLED: ['Canceled'],
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')

const byLetters = <Code extends string>(codes: readonly Code[], words: Readonly<Record<Code, readonly string[]>>) =>
  new Map(codes.flatMap((code) => [code, ...words[code]].map((word): [string, Code] => [lettersOf(word), code])))
const kinds = byLetters(instrumentKinds, kindWords)
const statuses = byLetters(depositStatuses, statusWords)

/** The names used in a list of all kinds or statuses. */
export const kindNames = instrumentKinds.map(inWords)
export const statusNames = [...depositStatuses.map(inWords), 'Live']

type Reading<Code> = { code: Code } | { fault: Message }

const oneOf = (values: readonly string[]): { fault: Message } => ({
  fault: messageOf('must be one of {values}', { values: values.join(', ') }),
})

/** The kind of instrument that a cell names. */
export function kindIn(text: string): Reading<InstrumentKind> {
  const code = kinds.get(lettersOf(text))
  return code ? { code } : oneOf(kindNames)
}

/**
 * The status that a cell names; an encashed guarantee was called in by the department, an encashed receipt was paid to
 * its owner.
 */
export function statusIn(text: string, kind: InstrumentKind | undefined): Reading<DepositStatus> {
  const letters = lettersOf(text)
  if (letters === 'encashed' && kind)
    return isGuarantee(kind)
      ? { code: 'FORFEITED' }
      : { fault: messageOf('may be Forfeited or Returned: write which of them') }
  const code = statuses.get(letters)
  return code ? { code } : oneOf(statusNames)
}

/** A fixed deposit that no department holds: it secures guarantees at their bank. */
export const isMarginReceipt = (depositType: string, kind: InstrumentKind) =>
  /\bmargin\b/i.test(depositType) && (kind === 'FDR' || kind === 'TDR')
