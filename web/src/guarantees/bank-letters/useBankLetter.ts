import type { BankLetterKind } from '@plinth/api/documents/letter-fields'
import { type LetterTemplate, listLetterTemplates } from '@plinth/api/documents/letter-templates'
import { bankLettersOf } from '@plinth/api/guarantees/bank-letter-kinds'
import { checkBankLetter } from '@plinth/api/guarantees/bank-letters'
import type { Instrument } from '@plinth/api/guarantees/instruments'
import { useState } from 'react'
import { useCheckedLetter } from '../../documents/letter-templates/useCheckedLetter.ts'
import { today } from '../../lib/days.ts'
import { language, t } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'

interface LetterInput {
  kind: BankLetterKind
  language: LetterTemplate['language']
  templateId: string | null
  /** Undefined until the user edits it: the proposed day counts. */
  askedUntil: string | null | undefined
  requestNo: string
  letterOn: string | null
}

/** The input for a letter about an instrument, and the resulting letter. */
export function useBankLetter({ id, kind, state, expiresOn, claimUntil }: Instrument) {
  const [input, setInput] = useState<LetterInput>(() => ({
    kind: bankLettersOf({ kind, state, expiresOn, claimUntil }, today())[0] ?? 'EXTENSION_TO_BANK',
    language,
    templateId: null,
    askedUntil: undefined,
    requestNo: '',
    letterOn: today(),
  }))
  const set = (changed: Partial<LetterInput>) => setInput((before) => ({ ...before, ...changed }))
  const isExtension = input.kind === 'EXTENSION_TO_BANK'
  const { askedUntil, requestNo, ...others } = input
  const body = {
    ...others,
    ...(requestNo.trim() !== '' && { requestNo }),
    ...(isExtension && askedUntil !== undefined && { askedUntil }),
  }
  const isEarly = isExtension && Boolean(askedUntil && expiresOn && askedUntil <= expiresOn)
  const checked = useCheckedLetter(checkBankLetter, { params: { id }, body }, isEarly)
  const { data: all = [] } = useRecord(listLetterTemplates)
  return {
    ...input,
    ...checked,
    body,
    set,
    templates: all.filter((one) => one.kind === input.kind && one.language === input.language),
    askedUntil: askedUntil === undefined ? (checked.data?.askedUntil ?? null) : askedUntil,
    /** Set while the day shown is the proposed one. */
    needed: askedUntil === undefined && Boolean(checked.data?.askedUntil),
    dayFault: isEarly ? t('must be after the day on which it expires') : null,
  }
}
export type BankLetterState = ReturnType<typeof useBankLetter>
