import type { RequestedDeposit } from '@plinth/api/deposits/refund-requests'
import type { LetterTemplate } from '@plinth/api/documents/letter-templates'
import type { Asked } from './asked-deposits.ts'

/** The words of a letter, with its fields in braces. */
export interface Words {
  subject: string | null
  body: string | null
  enclosures: string | null
}

/** What is typed into the form of a request. */
export interface Typed extends Words {
  officeId: string | null
  language: LetterTemplate['language']
  letterOn: string | null
  /** Nothing until somebody says it: then it is what is proposed. */
  toParent?: boolean | null | undefined
  deposits: (Asked & Partial<Omit<RequestedDeposit, keyof Asked>>)[]
}

export const wordNames = ['subject', 'body', 'enclosures'] as const

export const wordsIn = ({ subject, body, enclosures }: Words): Words => ({ subject, body, enclosures })

/** Whether what stands in the form is somebody's own, and not what the template `given` last says. */
export const areOwn = (words: Words, given: Words | undefined): boolean =>
  given ? wordNames.some((name) => (words[name] ?? '') !== (given[name] ?? '')) : wordNames.some((name) => words[name])
