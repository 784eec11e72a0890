import { checkRefundRequest } from '@plinth/api/deposits/refund-requests'
import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer } from '@plinth/api/kernel/endpoint'
import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useCheckedLetter } from '../../documents/letter-templates/useCheckedLetter.ts'
import { call } from '../../lib/call.ts'
import { reasonOf } from '../../lib/call-error.ts'
import { alertFailure } from '../../ui/shell/alerts.ts'
import { areOwnWords, type FormValues, type Words, wordNames, wordsIn } from './request-form.ts'

type Body = CallInput<typeof checkRefundRequest>['body']
export type Checked = Answer<typeof checkRefundRequest>

/** The body of the call. An amount that is no number is left out, so that the letter shows the open amount. */
const bodyOf = (
  { officeId, language, letterOn, toParent, deposits }: Omit<FormValues, keyof Words>,
  more: Partial<Body>,
): Body => ({
  officeId: officeId ?? '',
  language,
  letterOn,
  ...(typeof toParent === 'boolean' && { toParent }),
  deposits: deposits.map(({ depositId, amount }) => ({
    depositId,
    ...(typeof amount === 'number' && amount > 0 && { amount }),
  })),
  ...more,
})

/** The current values of the form. */
function useFormValues(): FormValues {
  type Names = ['officeId', 'language', 'letterOn', 'toParent', 'deposits', 'subject', 'body', 'enclosures']
  const [officeId, language, letterOn, toParent, deposits, subject, body, enclosures] = useWatch<FormValues, Names>({
    name: ['officeId', 'language', 'letterOn', 'toParent', 'deposits', 'subject', 'body', 'enclosures'],
  })
  return { officeId, language, letterOn, toParent, deposits, subject, body, enclosures }
}

/**
 * The preview of the letter in the form. The text fields have the texts of the template until the user edits them. Edited texts are
 * replaced only on request, and can be put back.
 */
export function useLetter(requestId: string | undefined) {
  const { setValue, getValues } = useFormContext<FormValues>()
  const values = useFormValues()
  const [templateId, chooseTemplate] = useState<string | null>(null)
  const [templateWords, setTemplateWords] = useState<Words>()
  const [replacedWords, setReplacedWords] = useState<Words>()
  const isOwn = areOwnWords(values, templateWords)
  const templateInput = { ...(requestId && { requestId }), ...(templateId && { templateId }) }
  const ownInput = { ...(requestId && { requestId }), ...wordsIn(values) }
  const { asked, data, isPlaceholderData, ...shown } = useCheckedLetter(checkRefundRequest, {
    body: bodyOf(values, isOwn ? ownInput : templateInput),
  })

  function put(words: Words, shouldDirty: boolean): void {
    for (const name of wordNames) setValue(name, words[name], { shouldDirty })
  }
  useEffect(() => {
    // Texts that the user typed while the request ran are own texts and stay.
    if (!data || isPlaceholderData || 'body' in asked.body || areOwnWords(getValues(), templateWords)) return
    put(wordsIn(data), false)
    setTemplateWords(wordsIn(data))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only an answer changes the words
  }, [data, isPlaceholderData])

  /** Replaces the texts of the form by those of the template. */
  async function adopt(): Promise<void> {
    const before = wordsIn(getValues())
    try {
      const words = wordsIn(await call(checkRefundRequest, { body: bodyOf(getValues(), templateInput) }))
      put(words, true)
      setTemplateWords(words)
      setReplacedWords(before)
    } catch (error) {
      void alertFailure(reasonOf(error))
    }
  }
  function putBack(): void {
    if (replacedWords) put(replacedWords, true)
    setReplacedWords(undefined)
  }
  const checked = values.officeId ? data : undefined
  return { ...shown, checked, templateId, chooseTemplate, isOwn, adopt, putBack: replacedWords && putBack }
}
export type LetterState = ReturnType<typeof useLetter>
