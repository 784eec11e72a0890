import { type LetterKind, letterTextLabels } from '@plinth/api/documents/letter-fields'
import { languages, t, translated } from '../../lib/language.ts'

/** The purposes of letters, in the writer's words. */
export const kindWords: Record<LetterKind, string> = {
  REFUND_REQUEST: t('Asking for a refund'),
  FOLLOW_UP: t('Reminding of a refund'),
  RELEASE_GUARANTEE: t('Asking for guarantees back'),
  EXTENSION_TO_BANK: t('Asking the bank to extend a guarantee'),
  DISCHARGE_TO_BANK: t('Asking the bank to discharge a guarantee'),
}

export const kindOptions = Object.entries(kindWords).map(([value, label]) => ({ value, label }))

/** Languages by their own names. */
export const languageOptions = Object.entries(languages).map(([value, label]) => ({ value, label }))

export const languageText = (language: 'en' | 'hi') => languages[language]

export const wordLabels = {
  subject: translated(letterTextLabels.subject),
  body: translated(letterTextLabels.body),
  enclosures: translated(letterTextLabels.enclosures),
} as const
export type WordName = keyof typeof wordLabels
