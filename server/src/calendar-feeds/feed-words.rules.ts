import type { CalendarFeed } from '@plinth/api/calendar-feeds'
import { instrumentKinds } from '@plinth/api/instrument-moves'
import { inWords } from '@plinth/api/kernel/code-words'
import { type ObligationKind, obligationKinds } from '@plinth/api/obligations'
import { inRupees } from '../kernel/rupees.ts'
import type { CalendarDuty } from '../obligations/obligations.queries.ts'
import { dayIn, type Language } from '../refund-requests/letter-words.rules.ts'

/** As the screens have it, for whoever reads them in Hindi. */
export const hindiKinds: Readonly<Record<ObligationKind, string>> = {
  TENDER_CLOSES: 'बोली जमा करें',
  TENDER_RESULT: 'परिणाम पूछें',
  BID_VALIDITY_ENDS: 'बोली की वैधता समाप्त होती है',
  SECURITY_TO_LODGE: 'निष्पादन प्रतिभूति जमा करें',
  AGREEMENT_TO_SIGN: 'करार पर हस्ताक्षर करें',
  COMPLETION: 'काम पूरा करें',
  DEFECT_PERIOD_ENDS: 'दोष दायित्व समाप्त होता है',
  REFUND_DUE: 'जमा राशि वापसी योग्य होती है',
  REFUND_STEP: 'जमा राशि का अगला कदम',
  CLAIM_TIME_BARRED: 'दावा कालबाधित हो जाता है',
  GUARANTEE_EXPIRES: 'गारंटी समाप्त होती है',
  GUARANTEE_CLAIMED: 'गारंटी पर दावे का उत्तर दें',
  GUARANTEE_TO_DISCHARGE: 'गारंटी वापस लाएँ',
  RECEIPT_MATURES: 'जमा रसीद परिपक्व होती है',
  DRAFT_GOES_STALE: 'ड्राफ़्ट बासी होता है',
  GUARANTEE_NEEDED: 'गारंटी दिलवाएँ',
  FACILITY_REVIEW: 'बैंक सीमा की समीक्षा करता है',
  PROJECT_ENDS: 'परियोजना समाप्त होती है',
  TASK_DUE: 'कार्य देय है',
  REVIEW_WAITING: 'समीक्षा बाकी है',
  GENERAL_TASK_DUE: 'सामान्य कार्य का दिन',
}

interface Words {
  kind: (kind: ObligationKind) => string
  dueOn: (day: string) => string
  amount: (amount: string) => string
  owner: (name: string) => string
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    kind: (kind) => obligationKinds[kind].label,
    dueOn: (day) => `Due on ${day}`,
    amount: (amount) => `Amount: ${amount}`,
    owner: (name) => `Owner: ${name}`,
  },
  hi: {
    kind: (kind) => hindiKinds[kind],
    dueOn: (day) => `देय तिथि ${day}`,
    amount: (amount) => `राशि: ${amount}`,
    owner: (name) => `ज़िम्मेदार: ${name}`,
  },
}

const instruments: readonly string[] = instrumentKinds

/** What the record is called, and by which number; a paper without a number by its kind. */
function nameOf({ recordType, title, number }: CalendarDuty): string {
  const name = recordType === 'INSTRUMENT' && instruments.includes(title) ? inWords(title) : title
  return number ? `${name} (${number})` : name
}

type Detail = CalendarFeed['detail']

/**
 * Title and text of a duty in a calendar, in the language of whose calendar it is. With dates only neither of them has a name or an
 * amount, of whatever kind the duty is.
 */
export function wordsOf(duty: CalendarDuty, detail: Detail, language: Language) {
  const said = words[language]
  const isFull = detail === 'FULL'
  const about = isFull ? nameOf(duty) : duty.reference
  const { dueOn, actBy, amount, ownerName } = duty
  const lines = [
    dueOn !== actBy && said.dueOn(dayIn(dueOn, language)),
    isFull && amount !== null && said.amount(inRupees(amount)),
    isFull && ownerName !== null && said.owner(ownerName),
  ]
  return {
    title: about === '' ? said.kind(duty.kind) : `${said.kind(duty.kind)}: ${about}`,
    text: lines.filter((line) => line !== false).join('\n'),
  }
}
