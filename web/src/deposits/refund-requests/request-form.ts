import type { RequestedDeposit } from '@plinth/api/deposits/refund-requests'
import type { LetterTemplate } from '@plinth/api/documents/letter-templates'
import type { RequestItem } from './asked-deposits.ts'

/** The texts of a letter, with placeholders in braces. */
export interface Words {
  subject: string | null
  body: string | null
  enclosures: string | null
}

/** The values of the form of a request. */
export interface FormValues extends Words {
  officeId: string | null
  language: LetterTemplate['language']
  letterOn: string | null
  /** Undefined until the user chooses; the server's proposal counts until then. */
  toParent?: boolean | null | undefined
  deposits: (RequestItem & Partial<Omit<RequestedDeposit, keyof RequestItem>>)[]
}

export const wordNames = ['subject', 'body', 'enclosures'] as const

export const wordsIn = ({ subject, body, enclosures }: Words): Words => ({ subject, body, enclosures })

/** Whether the texts of the form are the user's own, not those last taken from a template. */
export const areOwnWords = (words: Words, templateWords: Words | undefined): boolean =>
  templateWords
    ? wordNames.some((name) => (words[name] ?? '') !== (templateWords[name] ?? ''))
    : wordNames.some((name) => words[name])
