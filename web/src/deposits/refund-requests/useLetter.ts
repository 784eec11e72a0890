import { checkRefundRequest } from '@plinth/api/deposits/refund-requests'
import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer } from '@plinth/api/kernel/endpoint'
import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useCheckedLetter } from '../../documents/letter-templates/useCheckedLetter.ts'
import { call } from '../../lib/call.ts'
import { reasonOf } from '../../lib/call-error.ts'
import { alertFailure } from '../../ui/shell/alerts.ts'
import { areOwn, type Typed, type Words, wordNames, wordsIn } from './request-form.ts'

type Body = CallInput<typeof checkRefundRequest>['body']
export type Checked = Answer<typeof checkRefundRequest>

/** What the call takes of the form; an amount that is none yet is not told, so that what is open stands there. */
const bodyOf = (
  { officeId, language, letterOn, toParent, deposits }: Omit<Typed, keyof Words>,
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

/** What the form says at this moment. */
function useTyped(): Typed {
  type Names = ['officeId', 'language', 'letterOn', 'toParent', 'deposits', 'subject', 'body', 'enclosures']
  const [officeId, language, letterOn, toParent, deposits, subject, body, enclosures] = useWatch<Typed, Names>({
    name: ['officeId', 'language', 'letterOn', 'toParent', 'deposits', 'subject', 'body', 'enclosures'],
  })
  return { officeId, language, letterOn, toParent, deposits, subject, body, enclosures }
}

/**
 * The letter that the form would make. As long as nobody has written words of their own the fields have those of the template;
 * what somebody wrote is replaced when they ask for it alone, and can be put back.
 */
export function useLetter(requestId: string | undefined) {
  const { setValue, getValues } = useFormContext<Typed>()
  const typed = useTyped()
  const [templateId, chooseTemplate] = useState<string | null>(null)
  const [given, setGiven] = useState<Words>()
  const [former, setFormer] = useState<Words>()
  const isOwn = areOwn(typed, given)
  const ofTemplate = { ...(requestId && { requestId }), ...(templateId && { templateId }) }
  const ofOwn = { ...(requestId && { requestId }), ...wordsIn(typed) }
  const { asked, data, isPlaceholderData, ...shown } = useCheckedLetter(checkRefundRequest, {
    body: bodyOf(typed, isOwn ? ofOwn : ofTemplate),
  })

  function put(words: Words, shouldDirty: boolean): void {
    for (const name of wordNames) setValue(name, words[name], { shouldDirty })
  }
  useEffect(() => {
    // What was typed while the answer was on its way is somebody's own by then.
    if (!data || isPlaceholderData || 'body' in asked.body || areOwn(getValues(), given)) return
    put(wordsIn(data), false)
    setGiven(wordsIn(data))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only an answer changes the words
  }, [data, isPlaceholderData])

  /** Takes the words of the template in place of those that stand there. */
  async function adopt(): Promise<void> {
    const before = wordsIn(getValues())
    try {
      const words = wordsIn(await call(checkRefundRequest, { body: bodyOf(getValues(), ofTemplate) }))
      put(words, true)
      setGiven(words)
      setFormer(before)
    } catch (error) {
      void alertFailure(reasonOf(error))
    }
  }
  function putBack(): void {
    if (former) put(former, true)
    setFormer(undefined)
  }
  const checked = typed.officeId ? data : undefined
  return { ...shown, checked, templateId, chooseTemplate, isOwn, adopt, putBack: former && putBack }
}
export type LetterState = ReturnType<typeof useLetter>
